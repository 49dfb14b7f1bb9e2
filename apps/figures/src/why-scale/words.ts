import type { Divisor } from "./measure.ts";

interface Words {
  readonly size: string;
  readonly divisor: string;
  readonly divisors: Readonly<Record<Divisor, string>>;
  readonly histogram: string;
  readonly histogramLabel: (deviation: string) => string;
  readonly deviation: string;
  readonly weights: string;
  readonly weightsLabel: (weights: string) => string;
  readonly gradient: string;
  readonly gradientLabel: (none: string, root: string, whole: string, d: number) => string;
  readonly says: Readonly<Record<Divisor, (large: boolean) => string>>;
}

const en: Words = {
  size: "Size d of queries and keys",
  divisor: "Scores are",
  divisors: { none: "q·k", root: "q·k / √d", whole: "q·k / d" },
  histogram: "scores",
  histogramLabel: (deviation) => `Histogram of the scores; their standard deviation is ${deviation}.`,
  deviation: "standard deviation",
  weights: "weights of one query",
  weightsLabel: (weights) => `Weights of one query on twelve keys: ${weights}.`,
  gradient: "gradient that reaches a query, by d",
  gradientLabel: (none, root, whole, d) =>
    `Norm of the gradient at d = ${d}: ${none} for q·k, ${root} for q·k / √d, ${whole} for q·k / d.`,
  says: {
    none: (large) =>
      large
        ? "The scores spread with √d. Softmax gives one key nearly everything, and at large d no gradient comes through."
        : "At small d the plain product does no harm. Move the slider to the right.",
    root: () =>
      "Divided by √d, the scores keep their spread, the weights their shape and the gradient its size at every d.",
    whole: (large) =>
      large
        ? "Divided by d, the scores shrink to 0: all weights become equal, and the gradient fades as 1/√d."
        : "At small d there is little difference. Move the slider to the right.",
  },
};

const zh: Words = {
  size: "查询与键的长度 d",
  divisor: "分数取",
  divisors: { none: "q·k", root: "q·k / √d", whole: "q·k / d" },
  histogram: "分数",
  histogramLabel: (deviation) => `分数的直方图，标准差为 ${deviation}。`,
  deviation: "标准差",
  weights: "一个查询的权重",
  weightsLabel: (weights) => `一个查询对十二个键的权重：${weights}。`,
  gradient: "传到查询的梯度，随 d 变化",
  gradientLabel: (none, root, whole, d) =>
    `d = ${d} 时的梯度范数：q·k 为 ${none}，q·k / √d 为 ${root}，q·k / d 为 ${whole}。`,
  says: {
    none: (large) =>
      large
        ? "分数随 √d 散开，softmax 几乎把全部权重给了一个键；d 很大时梯度传不过来。"
        : "d 较小时，不缩放也无妨。把滑块向右移。",
    root: () => "除以 √d 之后，无论 d 多大，分数的分布、权重的形状和梯度的大小都保持不变。",
    whole: (large) =>
      large
        ? "除以 d 之后，分数缩向 0，权重趋于均匀，梯度按 1/√d 衰减。"
        : "d 较小时差别不大。把滑块向右移。",
  },
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
