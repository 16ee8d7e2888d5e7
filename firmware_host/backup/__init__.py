"""Everything that an evening leaves behind, in one file, made while people play and checked before it is put back."""
