"""Prints the imports among the packages named as arguments, as JSON: [importer, imported, line] each.

It runs by itself, with the tree at the front of the path, so that another tree's packages are never looked at.
"""

import json
import sys

import grimp


def main() -> None:
    """Ask grimp, which reads the files and imports none of them."""
    graph = grimp.build_graph(*sys.argv[1:], cache_dir=None)
    found = [
        (importer, imported, detail["line_number"])
        for importer in sorted(graph.modules)
        for imported in sorted(graph.find_modules_directly_imported_by(importer))
        for detail in graph.get_import_details(importer=importer, imported=imported)
    ]
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
