/** The pages of the demo, by the names in its address. */
export const demoTitles = {
  opening: { en: "A translation", zh: "翻译一句话" },
  "kernel-regression": { en: "Kernel regression", zh: "核回归" },
  scoring: { en: "Scoring and masks", zh: "打分与掩码" },
  translator: { en: "Translator", zh: "翻译" },
  transformer: { en: "Transformer", zh: "Transformer" },
  "language-model": { en: "Language model", zh: "语言模型" },
  arena: { en: "The arena", zh: "竞技场" },
  speed: { en: "Speed", zh: "速度" },
} as const;

export type DemoPage = keyof typeof demoTitles;
