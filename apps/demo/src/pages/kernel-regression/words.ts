import type { Dictionary } from "../../app/words.ts";

const en = {
  title: "Kernel regression: attention in one dimension",
  lead: "A query is compared with all keys. The closer a key, the more its value counts. This is attention, known since 1964.",

  cuesTitle: "Two kinds of cue",
  cuesText:
    "Pooling without a query depends only on the keys, so the things that stand out win. With a query for what you want, other things get the weight.",
  cue: "You are looking for",
  cues: {
    none: "nothing in particular",
    read: "something to read",
    drink: "something to drink",
    write: "something to write with",
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
  plotText:
    "Dots are noisy samples of 2 sin x + x^0.8, each with a key x and a value y. Drag the query: larger dots have more weight for it.",
  curve: "Show weights of",
  ways: { average: "the average", fixed: "a fixed kernel", learned: "the learned kernel" },
  truth: "true curve",
  query: "Query",
  queryAt: (x: string, y: string): string => `query ${x}, prediction ${y}`,
  prediction: "prediction",
  weightOf: "weight",
  plotLabel: (way: string, query: string, prediction: string, strongest: string): string =>
    `${way}: at query ${query} the prediction is ${prediction}. The strongest keys: ${strongest}.`,
  point: (x: string, y: string): string => `Point at x ${x}, y ${y}`,
  pointHint:
    "Drag a point to move it; double-click to add one. With the keyboard: Left and Right select a point, Up and Down move it, Shift+Left and Shift+Right move it sideways, Delete removes it.",
  addPoint: "Add a point at the query",
  removePoint: "Remove the selected point",
  backToSeed: "Restore the seed's points",
  tooFew: "At least three points are needed.",
  tooMany: (most: number): string => `At most ${most} points.`,
  noKey: "No key is within the kernel's window, so the output for this query is zero.",

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
    "The learned kernel has one weight w: softmax(−½ (w (query − key))²). Each point is predicted from all others. As w grows, fewer keys count and the rows of the heatmap become sharper.",
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
    `Weights of ${way}, 0 to ${greatest}; effective keys per query: ${heard}`,
  heatCaption:
    "In the heatmaps each row is a query, from x = 0 (top) to 4.9, and each column is a key, sorted by x. Brighter means more weight.",
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
  title: "核回归：一维的注意力",
  lead: "查询与所有的键比较，键离得越近，对应的值权重越大。这就是注意力，早在 1964 年就已提出。",

  cuesTitle: "两种线索",
  cuesText: "没有查询的池化只取决于键，所以显眼的东西胜出。有了查询，权重就转向想找的东西。",
  cue: "你在找",
  cues: { none: "没有特定目标", read: "可以读的", drink: "可以喝的", write: "可以写字的" },
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
  plotText: "圆点是 2 sin x + x^0.8 加上噪声：键为 x，值为 y。拖动查询，点越大表示对该查询的权重越大。",
  curve: "显示权重",
  ways: { average: "平均", fixed: "固定的核", learned: "学到的核" },
  truth: "真实曲线",
  query: "查询",
  queryAt: (x, y) => `查询 ${x}，预测 ${y}`,
  prediction: "预测",
  weightOf: "权重",
  plotLabel: (way, query, prediction, strongest) =>
    `${way}：查询在 ${query} 处的预测为 ${prediction}。权重最大的键：${strongest}。`,
  point: (x, y) => `点，x ${x}，y ${y}`,
  pointHint:
    "拖动可移动点，双击可添加点。键盘操作：左右方向键选择点，上下方向键移动，Shift 加左右方向键水平移动，Delete 删除。",
  addPoint: "在查询处添加一点",
  removePoint: "删除选中的点",
  backToSeed: "恢复种子给出的点",
  tooFew: "至少要有三个点。",
  tooMany: (most) => `最多 ${most} 个点。`,
  noKey: "核的窗口内没有键，所以该查询的输出为零。",

  kernel: "核",
  kernels: { gaussian: "高斯", boxcar: "矩形", epanechnikov: "Epanechnikov", triangular: "三角" },
  bandwidth: "带宽",
  noise: "噪声",
  n: "点数",
  seed: "种子",

  trainTitle: "学习核的宽度",
  trainText:
    "可学习的核只有一个权重 w：softmax(−½ (w (查询 − 键))²)。每个点由其余所有点预测。w 越大，起作用的键越少，热图中的行越集中。",
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
  heatTitle: (way, heard, greatest) => `${way}的权重，0 到 ${greatest}；每个查询的有效键数：${heard}`,
  heatCaption: "热图中每行是一个查询，从 x = 0（顶部）到 4.9；每列是一个键，按 x 排序。越亮表示权重越大。",
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
