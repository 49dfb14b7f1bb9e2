import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Kernel regression",
  lead: "Attention in one dimension: the nearer a key, the more its value counts.",

  cuesTitle: "Two kinds of cue",
  cuesText:
    "Without a query, weights depend only on the keys: what stands out wins. With a query for what you want, other things get the weight.",
  cue: "You want something",
  cues: {
    none: "no cue",
    read: "to read",
    drink: "to drink",
    write: "to write with",
  },
  things: {
    newspaper: "newspaper",
    paper: "paper",
    cup: "red cup",
    notebook: "notebook",
    book: "book",
    pencil: "pencil",
  },
  cueFigure: (weights: string): string => `Weight of each thing: ${weights}`,

  plotTitle: "One query, all keys",
  curve: "Show weights of",
  ways: { average: "the average", fixed: "a fixed kernel", learned: "the learned kernel" },
  lineNames: { truth: "true curve", average: "average", fixed: "fixed kernel", learned: "learned kernel" },
  shortNames: { truth: "true", average: "mean", fixed: "fixed", learned: "learned" },
  query: "Query",
  queryAt: (x: string, y: string): string => `query ${x}, prediction ${y}`,
  queryGap: (x: string): string => `query ${x}, no estimate`,
  noEstimate: "no estimate",
  predictionIs: "prediction = Σ weight · y",
  weightOf: "kernel at the query, weight",
  noWeights: "kernel at the query: no key below it",
  plotLabel: (way: string, query: string, prediction: string, strongest: string): string =>
    `${way}: at query ${query} the prediction is ${prediction}. The strongest keys: ${strongest}.`,
  plotGap: (way: string, query: string): string => `${way}: at query ${query} there is no estimate.`,
  point: (x: string, y: string): string => `Point at x ${x}, y ${y}`,
  pointHint:
    "Dots are noisy samples of 2 sin x + x^0.8: the larger, the more weight. Drag one to move it, double-click to add one.",
  keyHint:
    "With the keyboard: Left and Right select a point, Up and Down move it, Shift+Left and Shift+Right move it sideways, Delete removes it.",
  addPoint: "Add at the query",
  removePoint: "Remove selected",
  backToSeed: "Restore the seed's points",
  tooFew: "At least three points are needed.",
  tooMany: (most: number): string => `At most ${most} points.`,
  noKey: (h: string, query: string): string =>
    `No key is within ${h} of the query ${query}. All weights are 0, there is nothing to average, and the curve has a gap. Widen the bandwidth, or move the query.`,
  gaps: (h: string): string =>
    `The curve has gaps: where no key is within ${h} of the query, there is nothing to average.`,

  kernel: "Kernel",
  kernels: {
    gaussian: "Gaussian",
    boxcar: "Boxcar",
    epanechnikov: "Epanechnikov",
    triangular: "Triangular",
  },
  bandwidth: "Bandwidth",
  noise: "Noise",
  n: "Points",
  seed: "Seed",

  trainTitle: "Learn the kernel width",
  trainText:
    "The learned kernel has one weight w: softmax(−½ (w (query − key))²). Each point is predicted from all others. As w grows, fewer keys count.",
  step: "Step",
  run: "Run",
  pause: "Pause",
  reset: "Reset",
  rate: "Learning rate",
  rates: { "0.02": "0.02", "0.1": "0.1", "0.5": "0.5" },
  epoch: "step",
  loss: "loss",
  status: (epoch: number, loss: string, w: string): string => `Step ${epoch}, loss ${loss}, w ${w}`,
  untrained: (w: string): string => `Untrained, w ${w}`,
  lossLabel: (first: string, last: string, steps: number): string =>
    `Loss over ${steps} steps, from ${first} to ${last}`,
  lossTitle: "Loss, each point predicted from the others",
  heatTitle: (way: string, heard: string, greatest: string): string =>
    `${way}: ${heard} effective keys per query, weights 0 to ${greatest}`,
  heatCaption:
    "Heatmaps: a row is a query, from x = 0 (top) to 4.9, a column is a key. Brighter = more weight.",
  heatLabel: (way: string, heard: string): string =>
    `Weights of ${way} for 50 queries and all keys; effective keys per query: ${heard} on average.`,

  sumTitle: "This query in numbers",
  sumText: "key, distance, score, weight, value, and contribution to the prediction",
  key: "key x",
  distance: "query − key",
  score: "score",
  weight: "weight",
  value: "value y",
  product: "weight · value",
  total: "sum",
};

const zh: typeof en = {
  title: "核回归",
  lead: "一维的注意力：键离查询越近，对应的值权重越大。",

  cuesTitle: "两种线索",
  cuesText: "没有查询的汇聚只取决于键，所以显眼的东西胜出。有了查询，权重就转向想找的东西。",
  cue: "你在找",
  cues: { none: "没有线索", read: "可以读的", drink: "可以喝的", write: "可以写字的" },
  things: {
    newspaper: "报纸",
    paper: "打印纸",
    cup: "红杯子",
    notebook: "笔记本",
    book: "书",
    pencil: "铅笔",
  },
  cueFigure: (weights) => `每样东西的权重：${weights}`,

  plotTitle: "一个查询，所有的键",
  curve: "显示权重",
  ways: { average: "平均", fixed: "固定的核", learned: "学到的核" },
  lineNames: { truth: "真实曲线", average: "平均", fixed: "固定的核", learned: "学到的核" },
  shortNames: { truth: "真实", average: "平均", fixed: "固定", learned: "学到" },
  query: "查询",
  queryAt: (x, y) => `查询 ${x}，预测 ${y}`,
  queryGap: (x) => `查询 ${x}，没有估计`,
  noEstimate: "没有估计",
  predictionIs: "预测 = Σ 权重 · y",
  weightOf: "查询处的核，权重",
  noWeights: "查询处的核：下面没有键",
  plotLabel: (way, query, prediction, strongest) =>
    `${way}：查询在 ${query} 处的预测为 ${prediction}。权重最大的键：${strongest}。`,
  plotGap: (way, query) => `${way}：查询在 ${query} 处没有估计。`,
  point: (x, y) => `点，x ${x}，y ${y}`,
  pointHint: "圆点是 2 sin x + x^0.8 加上噪声，越大表示对该查询的权重越大。拖动可移动点，双击可添加点。",
  keyHint: "键盘操作：左右方向键选择点，上下方向键移动，Shift 加左右方向键水平移动，Delete 删除。",
  addPoint: "在查询处添加一点",
  removePoint: "删除选中的点",
  backToSeed: "恢复种子给出的点",
  tooFew: "至少要有三个点。",
  tooMany: (most) => `最多 ${most} 个点。`,
  noKey: (h, query) =>
    `查询 ${query} 两侧 ${h} 以内没有键，所有权重都是 0，没有值可以平均，曲线在此断开。请加大带宽或移动查询。`,
  gaps: (h) => `曲线有断口：查询两侧 ${h} 以内没有键的地方，没有值可以平均。`,

  kernel: "核",
  kernels: { gaussian: "高斯", boxcar: "矩形", epanechnikov: "Epanechnikov", triangular: "三角" },
  bandwidth: "带宽",
  noise: "噪声",
  n: "点数",
  seed: "种子",

  trainTitle: "学习核的宽度",
  trainText:
    "可学习的核只有一个权重 w：softmax(−½ (w (查询 − 键))²)。每个点由其余所有点预测。w 越大，起作用的键越少。",
  step: "单步",
  run: "运行",
  pause: "暂停",
  reset: "重置",
  rate: "学习率",
  rates: { "0.02": "0.02", "0.1": "0.1", "0.5": "0.5" },
  epoch: "步",
  loss: "损失",
  status: (epoch, loss, w) => `第 ${epoch} 步，损失 ${loss}，w ${w}`,
  untrained: (w) => `未训练，w ${w}`,
  lossLabel: (first, last, steps) => `${steps} 步的损失，从 ${first} 到 ${last}`,
  lossTitle: "损失：每个点由其余的点预测",
  heatTitle: (way, heard, greatest) => `${way}：每个查询有效键数 ${heard}，权重 0 到 ${greatest}`,
  heatCaption: "热图：行是查询，从 x = 0（顶部）到 4.9；列是键。越亮，权重越大。",
  heatLabel: (way, heard) => `${way}：50 个查询对所有键的权重；每个查询的有效键数平均为 ${heard}。`,

  sumTitle: "这个查询的算式",
  sumText: "键、距离、分数、权重、值，以及它对预测的贡献",
  key: "键 x",
  distance: "查询 − 键",
  score: "分数",
  weight: "权重",
  value: "值 y",
  product: "权重 · 值",
  total: "总和",
};

export const words: Dictionary<typeof en> = { en, zh };
