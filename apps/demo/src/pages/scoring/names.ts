import type { Dictionary } from "../../app/words.ts";
import type { PresetName } from "./presets.ts";

/** Names of rows and columns. */
export interface RowNames {
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  /** Columns of Q and K. */
  readonly features: readonly string[];
  /** Columns of V. */
  readonly meanings: readonly string[];
}

type Names = Readonly<Record<PresetName, RowNames>>;

const anna = ["Anna", "lost", "her", "keys"];
const xiaohong = ["小红", "丢了", "她的", "钥匙"];
const house = ["in", "the", "white", "house"];

const en: Names = {
  pronoun: {
    queries: anna,
    keys: anna,
    features: ["person", "action", "pronoun", "thing"],
    meanings: ["female", "person", "thing", "past"],
  },
  previous: { queries: anna, keys: anna, features: ["1st", "2nd", "3rd", "4th"], meanings: anna },
  copy: { queries: anna, keys: anna, features: ["1st", "2nd", "3rd", "4th"], meanings: anna },
  translation: {
    queries: ["dans", "la", "maison", "blanche"],
    keys: house,
    features: ["prepos.", "article", "adject.", "noun"],
    meanings: house,
  },
};

const zh: Names = {
  pronoun: {
    queries: xiaohong,
    keys: xiaohong,
    features: ["人", "动作", "代词", "物"],
    meanings: ["女性", "人", "物", "过去"],
  },
  previous: {
    queries: xiaohong,
    keys: xiaohong,
    features: ["第1", "第2", "第3", "第4"],
    meanings: xiaohong,
  },
  copy: { queries: xiaohong, keys: xiaohong, features: ["第1", "第2", "第3", "第4"], meanings: xiaohong },
  translation: {
    queries: ["dans", "la", "maison", "blanche"],
    keys: house,
    features: ["介词", "冠词", "形容词", "名词"],
    meanings: house,
  },
};

export const rowNames: Dictionary<Names> = { en, zh };
