import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

/** The page's texts. */
export const words = dictionary(en, zh);
export type Messages = (typeof words)["en"];
