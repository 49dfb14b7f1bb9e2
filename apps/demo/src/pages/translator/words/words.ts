import type { Dictionary } from "../../../app/words.ts";
import { en } from "./words-en.ts";
import { zh } from "./words-zh.ts";

export type Texts = typeof en;
export const words: Dictionary<Texts> = { en, zh };
