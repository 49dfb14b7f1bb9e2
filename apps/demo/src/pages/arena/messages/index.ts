import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

/** The page's texts. */
export const words = dictionary(en, () => import("./zh.json"));
