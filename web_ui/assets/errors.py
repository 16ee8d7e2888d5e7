"""What is wrong with one of the page's own files: a fault of the program, told to whoever changed the file."""


class AssetError(ValueError):
    """A script or sheet cannot be joined; the message begins with its file and line."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")
