import { dictionary } from "../messages.ts";
import en from "./scene.en.json" with { type: "json" };
import zh from "./scene.zh.json" with { type: "json" };

export const sceneWords = dictionary(en, zh);
