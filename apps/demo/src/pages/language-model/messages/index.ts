import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

/** The page's texts. */
export const words = dictionary(en, () => import("./zh.json"));
export type Texts = (typeof words)["en"];

/** The first few, in quotes. */
export const listed = (words: readonly string[], comma: string): string =>
  words
    .slice(0, 8)
    .map((word) => `“${word}”`)
    .join(comma) + (words.length > 8 ? "…" : "");
