"""The application: puts all packages together, opens devices and files, and closes them again."""
