"""The page's catalogues, and what keeps them up to date: `python -m web_ui.translations`."""
