"""Where dice lie in a picture, and the one crop of a die."""
