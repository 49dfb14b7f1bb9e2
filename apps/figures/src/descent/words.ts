type Way = "slow" | "good" | "zigzag" | "away" | "noisy";

interface Words {
  readonly rate: string;
  readonly steps: string;
  readonly size: string;
  readonly sizes: Readonly<Record<"16" | "4" | "1", string>>;
  readonly surface: string;
  readonly surfaceLabel: (w: string, b: string, steps: number) => string;
  readonly line: string;
  readonly lineLabel: (w: string, b: string) => string;
  readonly losses: string;
  readonly lossesLabel: (first: string, last: string, steps: number) => string;
  readonly now: (step: number, loss: string, least: string) => string;
  readonly says: Readonly<Record<Way, string>>;
}

const en: Words = {
  rate: "Learning rate",
  steps: "Steps",
  size: "Points in a batch",
  sizes: { "16": "all 16", "4": "4", "1": "1" },
  surface: "the loss by w and b, and the path of the steps",
  surfaceLabel: (w, b, steps) =>
    `Contour lines of the loss with the steps of descent. After ${steps} steps w is ${w} and b is ${b}.`,
  line: "the points and the line w x + b",
  lineLabel: (w, b) => `16 points and the line with slope ${w} and intercept ${b}.`,
  losses: "loss by step",
  lossesLabel: (first, last, steps) => `The loss by step: ${first} at first, ${last} after ${steps} steps.`,
  now: (step, loss, least) => `step ${step}: loss ${loss}; the least possible is ${least}`,
  says: {
    slow: "Too small: each step is in the right direction, but the last one is still far from the lowest point.",
    good: "The steps go down the steep side at once and then along the valley to the lowest point.",
    zigzag:
      "Almost too large: each step crosses the valley. It still gets there, because each crossing is a little shorter.",
    away: "Too large: each step crosses the valley and lands higher on the other side. The loss explodes.",
    noisy:
      "Each step uses a few points only, whose valley lies a little elsewhere. The path is noisy and never settles.",
  },
};

const zh: Words = {
  rate: "学习率",
  steps: "步数",
  size: "每批的点数",
  sizes: { "16": "全部 16 个", "4": "4", "1": "1" },
  surface: "损失随 w 和 b 的变化，以及各步走过的路",
  surfaceLabel: (w, b, steps) => `损失的等高线和下降的各步。${steps} 步之后 w 为 ${w}，b 为 ${b}。`,
  line: "数据点和直线 w x + b",
  lineLabel: (w, b) => `16 个点，以及斜率为 ${w}、截距为 ${b} 的直线。`,
  losses: "各步的损失",
  lossesLabel: (first, last, steps) => `各步的损失：开始时为 ${first}，${steps} 步之后为 ${last}。`,
  now: (step, loss, least) => `第 ${step} 步：损失 ${loss}，最小可能值 ${least}`,
  says: {
    slow: "太小：每一步方向都对，但走完之后离最低点还很远。",
    good: "先一下子走下陡坡，再沿着谷底走到最低点。",
    zigzag: "几乎太大：每一步都跨过谷底。好在每次跨过的距离都短一点，最后还是能到。",
    away: "太大：每一步都跨过谷底，落在对面更高的地方，损失越来越大。",
    noisy: "每一步只用几个点，它们的谷底与全部点的略有不同，所以路线有噪声，最后也停不下来。",
  },
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };

/** The kind of path. */
export function wayOf(lr: number, limit: number, size: number, last: number, least: number): Way {
  if (lr > limit && size === 16) return "away";
  if (last > 100) return "away";
  if (size < 16) return "noisy";
  if (lr > 0.75 * limit) return "zigzag";
  return last > 1.5 * least ? "slow" : "good";
}
