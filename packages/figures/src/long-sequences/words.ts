import { dictionary } from "../messages.ts";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

export const words = dictionary(en, zh);
