/** What the sentences are translated into. */
export const languages = ["fr", "zh"] as const;

export type Language = (typeof languages)[number];
