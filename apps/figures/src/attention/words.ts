import type { Lang } from "../index.ts";

const en = {
  scene: (result: string): string => `Q, K transposed, scores, weights, V and output. ${result}`,
  sceneSoFar: "Q, K transposed, scores, weights, V and output, as far as they are computed.",
  scoreCell: (query: string, key: string, score: string, open: boolean): string =>
    open ? `Score of ${query} and ${key}: ${score}` : `Score of ${query} and ${key}: masked`,
  weightCell: (query: string, key: string, weight: string): string =>
    `Weight of ${query} on ${key}: ${weight}`,
  notYet: "not computed yet",
  titles: {
    bench: "one score",
    scores: "scores",
    softmax: "softmax",
    weights: "weights",
    output: "output",
  },

  products: "Show",
  productNames: { scores: "Q, K and scores", values: "weights and V" },

  play: "Play",
  halt: "Pause",
  back: "Back",
  next: "Step",
  moment: "Moment",
  stepOf: (step: number, all: number): string => `${step} of ${all}`,
  result: "result",
  steps: {
    score: (query: string, key: string, sum: string): string =>
      `The query of “${query}” and the key of “${key}” slide together. The products of their components add up to ${sum}.`,
    scale: (divisor: string, value: string): string =>
      `All scores are divided by ${divisor === value ? value : `${divisor} = ${value}`}.`,
    mask: (query: string, masked: string): string => `Masked for “${query}”: ${masked}, whatever the score.`,
    softmax: (): string =>
      "Softmax: a score s becomes a bar of length exp(s − the largest score). Divided by their sum, the bars share 1.",
    weights: (): string => "The bars pour into the row of weights.",
    mix: (query: string): string =>
      `Each row of V moves down, as strong as its weight. Their sum is the output of “${query}”.`,
    rest: (): string => "The other queries do the same, all at once.",
  },
  otherTerms: {
    gaussian: (query: string, key: string, sum: string): string =>
      `The query of “${query}” and the key of “${key}” slide together. −½ of their squared differences is ${sum}.`,
    additive: (query: string, key: string, sum: string): string =>
      `The query of “${query}” and the key of “${key}” are projected and added; w · tanh of the sums gives ${sum}.`,
    unprojected: (query: string, key: string, sum: string): string =>
      `The query of “${query}” and the key of “${key}” are added; tanh of the sums adds up to ${sum}.`,
    average: (query: string, key: string): string =>
      `The query of “${query}” and the key of “${key}” are not compared: every score is 0.`,
  },
  resultOf: (query: string, keys: readonly string[], weight: string): string =>
    keys.length === 1
      ? `“${query}” gives its largest weight, ${weight}, to “${keys[0]}”.`
      : `“${query}” gives its largest weight, ${weight} each, to ${keys.map((key) => `“${key}”`).join(" and ")}.`,
  resultEven: (query: string): string => `“${query}” shares its weight equally.`,
  resultNone: (query: string): string =>
    `All keys are masked for “${query}”: its weights and its output are 0, not NaN.`,
};

export type Texts = typeof en;

const zh: Texts = {
  scene: (result) => `Q、K 的转置、分数、权重、V 与输出。${result}`,
  sceneSoFar: "Q、K 的转置、分数、权重、V 与输出，显示到目前算出的部分。",
  scoreCell: (query, key, score, open) =>
    open ? `“${query}”与“${key}”的分数：${score}` : `“${query}”与“${key}”的分数：已屏蔽`,
  weightCell: (query, key, weight) => `“${query}”给“${key}”的权重：${weight}`,
  notYet: "尚未算出",
  titles: { bench: "一个分数", scores: "分数", softmax: "softmax", weights: "权重", output: "输出" },

  products: "显示",
  productNames: { scores: "Q、K 与分数", values: "权重与 V" },

  play: "播放",
  halt: "暂停",
  back: "后退",
  next: "单步",
  moment: "时刻",
  stepOf: (step, all) => `第 ${step} 步，共 ${all} 步`,
  result: "结果",
  steps: {
    score: (query, key, sum) => `“${query}”的查询与“${key}”的键靠到一起，各分量的乘积相加得 ${sum}。`,
    scale: (divisor, value) => `所有分数除以 ${divisor === value ? value : `${divisor} = ${value}`}。`,
    mask: (query, masked) => `对“${query}”屏蔽：${masked}，不论分数多高。`,
    softmax: () => "softmax：分数 s 变成长度为 exp(s − 最大分数) 的条，再除以总长，各条之和为 1。",
    weights: () => "这些条填入权重矩阵的一行。",
    mix: (query) => `V 的每一行按各自的权重下移，加起来就是“${query}”的输出。`,
    rest: () => "其余的查询也同样计算，而且是同时进行的。",
  },
  otherTerms: {
    gaussian: (query, key, sum) => `“${query}”的查询与“${key}”的键靠到一起，差的平方和乘 −½ 得 ${sum}。`,
    additive: (query, key, sum) =>
      `“${query}”的查询与“${key}”的键各自投影后相加，取 tanh 再乘 w，得 ${sum}。`,
    unprojected: (query, key, sum) =>
      `“${query}”的查询与“${key}”的键相加，各分量取 tanh 后再相加，得 ${sum}。`,
    average: (query, key) => `不比较“${query}”的查询与“${key}”的键：分数一律为 0。`,
  },
  resultOf: (query, keys, weight) =>
    keys.length === 1
      ? `“${query}”把最大的权重 ${weight} 给了“${keys[0]}”。`
      : `“${query}”把最大的权重给了${keys.map((key) => `“${key}”`).join("和")}，各 ${weight}。`,
  resultEven: (query) => `“${query}”把权重平均分配。`,
  resultNone: (query) => `“${query}”的所有键都被屏蔽：权重和输出都是 0，而不是 NaN。`,
};

export const words: Readonly<Record<Lang, Texts>> = { en, zh };
