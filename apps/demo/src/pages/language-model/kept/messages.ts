import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

export const keptWords = dictionary(en, () => import("./zh.json"));
