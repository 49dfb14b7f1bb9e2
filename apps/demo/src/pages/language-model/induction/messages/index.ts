import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

/** The page's texts. */
export const inductionWords = dictionary(en, () => import("./zh.json"));
