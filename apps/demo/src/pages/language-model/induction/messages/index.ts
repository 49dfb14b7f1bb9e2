import type { Dictionary } from "../../../../app/words.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

export const inductionWords: Dictionary<typeof en> = { en, zh };
