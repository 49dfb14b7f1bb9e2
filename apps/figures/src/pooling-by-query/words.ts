import type { CueName, ThingName } from "./things.ts";

interface Words {
  readonly cue: string;
  readonly cues: Readonly<Record<CueName, string>>;
  readonly head: readonly [thing: string, key: string, score: string, weight: string, value: string];
  readonly output: string;
  readonly table: string;
  readonly says: Readonly<Record<CueName, string>>;
}

const en: Words = {
  cue: "The query asks for",
  cues: {
    none: "nothing",
    salient: "what stands out",
    eat: "food",
    write: "a pencil or pen",
    read: "something to read",
  },
  head: ["thing", "key k", "score q·k", "weight", "value (x, y)"],
  output: "output: sum of weight × value",
  table: "Keys, scores, weights and values",
  says: {
    none: "Without a query all scores are 0 and all weights equal: average pooling. The look goes to the middle of everything.",
    salient:
      "A query that never changes sees only what the keys say about themselves, and the balloon wins. This is a nonvolitional cue.",
    eat: "The query asks for food: apple and bread take the weight, and the look goes between them. This is a volitional cue.",
    write: "The same keys and values, another query: the pencil wins, and the notes get a share.",
    read: "The map takes most of the weight and the notes a share: the look goes to the map, pulled towards the notes. Attention mixes; it does not pick.",
  },
};

const zh: Words = {
  cue: "查询要找的是",
  cues: {
    none: "什么都不找",
    salient: "最显眼的东西",
    eat: "吃的",
    write: "写字用的",
    read: "读的",
  },
  head: ["物品", "键 k", "分数 q·k", "权重", "值 (x, y)"],
  output: "输出：权重 × 值之和",
  table: "键、分数、权重与值",
  says: {
    none: "没有查询时，分数都是 0，权重都相等，这就是平均汇聚：视线落在所有物品的正中。",
    salient: "查询固定不变，结果只取决于键本身，于是气球胜出。这是非自主性线索（不随意线索）。",
    eat: "查询要找吃的：苹果和面包分得大部分权重，视线落在两者之间。这是自主性线索（随意线索）。",
    write: "键和值都没变，只换了查询：铅笔胜出，笔记也分到一些权重。",
    read: "地图分得大部分权重，笔记也分到一份：视线落在地图附近，又被笔记拉过去一些。注意力做的是混合，不是挑选。",
  },
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };

/** The texts of the scene. */
interface SceneWords {
  readonly things: Readonly<Record<ThingName, string>>;
  readonly scene: (shares: string, x: string, y: string) => string;
  readonly look: string;
}

export const sceneWords: Readonly<Record<"en" | "zh", SceneWords>> = {
  en: {
    things: {
      balloon: "balloon",
      apple: "apple",
      bread: "bread",
      pencil: "pencil",
      notes: "notes",
      map: "map",
    },
    scene: (shares, x, y) => `Weights of the things: ${shares}. The look goes to (${x}, ${y}).`,
    look: "look",
  },
  zh: {
    things: {
      balloon: "气球",
      apple: "苹果",
      bread: "面包",
      pencil: "铅笔",
      notes: "笔记",
      map: "地图",
    },
    scene: (shares, x, y) => `各物品的权重：${shares}。视线落在 (${x}, ${y})。`,
    look: "视线",
  },
};
