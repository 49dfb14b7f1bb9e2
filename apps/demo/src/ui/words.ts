import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

export const uiWords = dictionary(en, () => import("./zh.json"));
