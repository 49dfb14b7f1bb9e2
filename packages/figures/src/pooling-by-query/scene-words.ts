import { dictionary } from "../messages.ts";
import en from "./scene.en.json" with { type: "json" };

export const sceneWords = dictionary(en, () => import("./scene.zh.json"));
