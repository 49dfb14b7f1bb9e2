import { dictionary } from "../messages.ts";
import en from "./plot.en.json" with { type: "json" };

export const plotWords = dictionary(en, () => import("./plot.zh.json"));
export type PlotWords = (typeof plotWords)["en"];
