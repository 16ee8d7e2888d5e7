const NO_COLOUR = "Name the colour in lib/tokens.css and use it by var(--…).";

export default {
  extends: "stylelint-config-standard",
  reportNeedlessDisables: true,
  rules: {
    "color-named": ["never", { message: NO_COLOUR }],
    "color-no-hex": [true, { message: NO_COLOUR }],
    "function-disallowed-list": [
      ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"],
      { message: NO_COLOUR },
    ],
    "value-keyword-case": ["lower", { ignoreProperties: [/^--(serif|sans)$/] }],
    "no-descending-specificity": null, // sheets go by component, base before states before narrow pages
  },
  overrides: [
    {
      files: ["static/lib/tokens.css", "static/lib/dark.css"],
      rules: { "color-no-hex": null, "function-disallowed-list": null, "custom-property-empty-line-before": null },
    },
  ],
};
