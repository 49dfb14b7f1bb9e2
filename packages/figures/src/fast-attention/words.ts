import { dictionary } from "../messages.ts";
import en from "./en.json" with { type: "json" };

export const words = dictionary(en, () => import("./zh.json"));

export type Words = (typeof words)["en"];
