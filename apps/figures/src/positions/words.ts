import type { Method } from "./vectors.ts";

interface Words {
  readonly headlines: Readonly<Record<Method, string>>;
  readonly move: string;
  readonly stop: string;
  readonly method: string;
  readonly methods: Readonly<Record<Method, string>>;
  readonly query: string;
  readonly distance: string;
  readonly axis: string;
  readonly dial: (pair: number, product: string) => string;
  readonly curve: (query: number, key: number, score: string) => string;
  readonly sum: (query: number, key: number, score: string) => string;
  readonly captions: Readonly<Record<Method, string>>;
}

const en: Words = {
  headlines: {
    sines: "Query and key move together: the arrows turn, the angles between them and the score stay.",
    rotary: "Query and key move together: the arrows turn, the angles between them and the score stay.",
    alibi: "A score loses more the further the key is, wherever the query stands.",
  },
  move: "Move both",
  stop: "Stop",
  method: "Positions",
  methods: { sines: "sines", rotary: "rotary", alibi: "ALiBi" },
  query: "query position",
  distance: "distance of the key",
  axis: "position of the key",
  dial: (pair, product) => `Pair ${pair}: the arrows' dot product is ${product}`,
  curve: (query, key, score) =>
    `Score of a query at ${query} with a key at each position; with the key at ${key}: ${score}`,
  sum: (query, key, score) => `query at ${query}, key at ${key}: ${score}`,
  captions: {
    sines:
      "Each pair of an encoding's components is an arrow that turns with the position, the first pair fastest. Orange: query, blue: key; below, what the pair adds to the score.",
    rotary:
      "The query's and the key's own pairs are turned by their positions, the first pair fastest. Orange: query, blue: key; below, what the pair adds to the score.",
    alibi:
      "Nothing is turned: each score gets a bias that falls with the distance. The peak moves with the query.",
  },
};

const zh: Words = {
  headlines: {
    sines: "查询和键一起移动：箭头都在转，夹角不变，分数也不变。",
    rotary: "查询和键一起移动：箭头都在转，夹角不变，分数也不变。",
    alibi: "键离查询越远，分数扣得越多，与查询在哪里无关。",
  },
  move: "一起移动",
  stop: "停止",
  method: "位置方案",
  methods: { sines: "正弦", rotary: "旋转", alibi: "ALiBi" },
  query: "查询的位置",
  distance: "键的距离",
  axis: "键的位置",
  dial: (pair, product) => `第 ${pair} 对：两个箭头的点积是 ${product}`,
  curve: (query, key, score) => `位于 ${query} 的查询与各位置上的键的分数；键位于 ${key} 时是 ${score}`,
  sum: (query, key, score) => `查询位于 ${query}，键位于 ${key}：${score}`,
  captions: {
    sines:
      "编码的每对分量是一个随位置转动的箭头，第一对转得最快。橙色是查询，蓝色是键；下面的数是这一对给分数加上的值。",
    rotary:
      "查询和键自身的每对分量按各自的位置转动，第一对转得最快。橙色是查询，蓝色是键；下面的数是这一对给分数加上的值。",
    alibi: "没有转动：每个分数加上一个随距离下降的偏置，峰随查询移动。",
  },
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
