import type { Dictionary } from "../../../app/words.ts";
import { en, type Texts } from "./en.ts";
import { zh } from "./zh.ts";

export type { Texts };
export const words: Dictionary<Texts> = { en, zh };
