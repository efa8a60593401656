// ESLint's recommended rules, for modules that run in a browser.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser }, linterOptions: { reportUnusedDisableDirectives: "error" } },
];
