import type { Dictionary } from "../../../app/words.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

export type Texts = typeof en;
export const words: Dictionary<Texts> = { en, zh };
