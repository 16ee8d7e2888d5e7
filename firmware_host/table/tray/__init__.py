"""What lies in the tray between readings, and what lies on the keep rail."""
