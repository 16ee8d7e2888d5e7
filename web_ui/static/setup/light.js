// The step "light": measured again and again, so that a lamp can be moved until all is right.

export function light() {
  return { refreshMs: 1500 };
}
