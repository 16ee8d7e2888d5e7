"""How the networks are made: rendering, data, networks, training, export, evaluation."""
