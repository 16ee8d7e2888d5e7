"""The page on the tablet: a Flask app over the table. It sees snapshots and rulesets, never a device."""
