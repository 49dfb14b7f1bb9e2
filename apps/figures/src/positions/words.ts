import type { Method } from "./vectors.ts";

interface Words {
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
      "Each pair of an encoding's components is an arrow that turns with the position, the first pair fastest (orange: query, blue: key). Move the query: all arrows turn, and the angles between them, hence the score, stay the same.",
    rotary:
      "The query's and the key's own pairs are turned by their positions (orange: query, blue: key). Move the query: all arrows turn, and the angles between them, hence the score, stay the same.",
    alibi:
      "Nothing is turned: each score gets a bias that falls with the distance. Move the query: the peak moves with it, and the bias at a given distance stays the same.",
  },
};

const zh: Words = {
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
      "编码的每对分量是一个随位置转动的箭头，第一对转得最快（橙色：查询，蓝色：键）。移动查询，箭头全都转动，但两者的夹角不变，分数也就不变。",
    rotary:
      "查询和键自身的每对分量按各自的位置转动（橙色：查询，蓝色：键）。移动查询，箭头全都转动，但两者的夹角不变，分数也就不变。",
    alibi: "没有转动：每个分数加上一个随距离下降的偏置。移动查询，峰随之移动，给定距离上的偏置不变。",
  },
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
