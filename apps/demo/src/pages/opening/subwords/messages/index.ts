import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

/** The texts of the larger model. */
export const words = dictionary(en, () => import("./zh.json"));
