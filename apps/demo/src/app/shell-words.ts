import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

export const shellWords = dictionary(en, () => import("./zh.json"));
