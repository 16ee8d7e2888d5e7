"""A tray with dice that exists only as pictures: rendered, thrown and lit like a real one."""
