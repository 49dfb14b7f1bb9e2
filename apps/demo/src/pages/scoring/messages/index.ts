import type { Dictionary } from "../../../app/words.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

export type Messages = typeof en;

/** The page's texts. */
export const words: Dictionary<Messages> = { en, zh };
