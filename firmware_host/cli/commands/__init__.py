"""One module for each command, with the same name; each defines the command as `command`."""
