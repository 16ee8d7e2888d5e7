"""Benchmarks of the pipeline, the sources and the simulated tray."""
