import { translated } from "@saccade/figures/messages";
import en from "./performance.en.json" with { type: "json" };
import zh from "./performance.zh.json" with { type: "json" };

/** The texts of the performance page. */
export const words = { en, zh: translated(en, zh) };
export type Words = (typeof words)["en"];
