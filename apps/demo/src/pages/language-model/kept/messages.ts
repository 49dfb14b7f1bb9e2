import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

export const keptWords = dictionary(en, zh);
