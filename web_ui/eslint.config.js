import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  curly: ["error", "multi-line"],
  eqeqeq: "error",
  "no-console": "error",
  "no-implicit-coercion": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-template": "error",
};

/** Paths are those of the repository, from whose top the checks run. */
export default [
  { files: ["web_ui/static/**/*.js"], languageOptions: { globals: globals.browser }, rules },
  { files: ["web_ui/*.js"], languageOptions: { globals: globals.node }, rules },
  { files: ["tests/web_ui/js/**/*.js"], languageOptions: { globals: { ...globals.node, ...globals.browser } }, rules },
];
