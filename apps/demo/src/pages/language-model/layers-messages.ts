import { dictionary } from "@saccade/figures/messages";
import en from "./layers.en.json" with { type: "json" };
import zh from "./layers.zh.json" with { type: "json" };

export const layersWords = dictionary(en, zh);
