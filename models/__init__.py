"""The project's own networks (ONNX) with their cards, and how they are made."""
