import type { Place } from "./attention.ts";

interface Words {
  readonly first: string;
  readonly second: string;
  readonly places: Readonly<Record<Place, string>>;
  readonly scores: string;
  readonly weights: string;
  readonly output: string;
  readonly label: (name: string, values: string, plain: string) => string;
  readonly caption: string;
}

const en: Words = {
  first: "bias b₁",
  second: "bias b₂",
  places: { query: "Bias on the query", key: "Bias on the keys", value: "Bias on the values" },
  scores: "scores",
  weights: "weights",
  output: "output",
  label: (name, values, plain) => `${name}: ${values}; without a bias: ${plain}`,
  caption:
    "One query, four keys; dashed: without a bias. On the keys, the bias moves all scores by the same amount, and the weights stay where they were. On the query, it moves each score differently. On the values, it moves only the output.",
};

const zh: Words = {
  first: "偏置 b₁",
  second: "偏置 b₂",
  places: { query: "加在查询上", key: "加在键上", value: "加在值上" },
  scores: "分数",
  weights: "权重",
  output: "输出",
  label: (name, values, plain) => `${name}：${values}；无偏置时：${plain}`,
  caption:
    "一个查询，四个键；虚线是没有偏置的情形。偏置加在键上，所有分数移动同样的量，权重不变；加在查询上，各个分数移动的量不同；加在值上，只有输出移动。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
