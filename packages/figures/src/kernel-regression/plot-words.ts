import { dictionary } from "../messages.ts";
import en from "./plot.en.json" with { type: "json" };
import zh from "./plot.zh.json" with { type: "json" };

export const plotWords = dictionary(en, zh);
export type PlotWords = (typeof plotWords)["en"];
