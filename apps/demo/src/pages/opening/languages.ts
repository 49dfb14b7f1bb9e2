/** The target languages. */
export const languages = ["fr", "zh"] as const;

export type Language = (typeof languages)[number];
