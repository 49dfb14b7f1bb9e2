import type { Dictionary } from "../../app/words.ts";
import { en, type Texts } from "./words-en.ts";
import { zh } from "./words-zh.ts";

export type { Texts };
export const words: Dictionary<Texts> = { en, zh };
