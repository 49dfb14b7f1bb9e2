import { dictionary } from "@saccade/figures/messages";
import en from "./layers.en.json" with { type: "json" };

export const layersWords = dictionary(en, () => import("./layers.zh.json"));
