/** The texts of the book's figure. */
const en = {
  width: "Width of the kernel",
  learn: "Learn the width",
  stop: "Stop",
  loss: "loss, each point predicted from the others",
  lossPlot: (width: string, loss: string): string => `The loss for every width: ${loss} at width ${width}.`,
  names: { truth: "true curve", fixed: "regression" },
  shortNames: { truth: "true", fixed: "kernel" },
  caption:
    "Drag the query: the bars are its weights, the ring is the mean of the values under them. Then move the width: a wide kernel averages everything, a narrow one repeats the nearest point. Find the lowest loss by hand, or let gradient descent find it.",
};

const zh: typeof en = {
  width: "核的宽度",
  learn: "学习宽度",
  stop: "停止",
  loss: "损失：每个点由其余的点来预测",
  lossPlot: (width, loss) => `各种宽度下的损失：宽度 ${width} 时为 ${loss}。`,
  names: { truth: "真实曲线", fixed: "核回归" },
  shortNames: { truth: "真实", fixed: "核回归" },
  caption:
    "拖动查询：竖条是它的权重，圆环是按这些权重求出的值的平均。再调宽度：核很宽时所有点被平均，很窄时只是重复最近的点。可以手动寻找最低的损失，也可以让梯度下降去找。",
};

export const words: Readonly<Record<"en" | "zh", typeof en>> = { en, zh };

/** The texts of the plot. */
const plotEn = {
  query: "Query",
  queryAt: (x: string, y: string): string => `query ${x}, prediction ${y}`,
  queryGap: (x: string): string => `query ${x}, no estimate`,
  noEstimate: "no estimate",
  weightOf: "kernel at the query, weight",
  noWeights: "kernel at the query: no key below it",
  plot: (name: string, query: string, prediction: string, strongest: string): string =>
    `${name}: at query ${query} the prediction is ${prediction}. The strongest keys: ${strongest}.`,
  plotGap: (name: string, query: string): string => `${name}: at query ${query} there is no estimate.`,
  points: "Points",
  point: (x: string, y: string): string => `Point at x ${x}, y ${y}`,
};

export type PlotWords = typeof plotEn;

const plotZh: PlotWords = {
  query: "查询",
  queryAt: (x, y) => `查询 ${x}，预测 ${y}`,
  queryGap: (x) => `查询 ${x}，没有估计`,
  noEstimate: "没有估计",
  weightOf: "查询处的核，权重",
  noWeights: "查询处的核：下面没有键",
  plot: (name, query, prediction, strongest) =>
    `${name}：查询在 ${query} 处的预测为 ${prediction}。权重最大的键：${strongest}。`,
  plotGap: (name, query) => `${name}：查询在 ${query} 处没有估计。`,
  points: "点",
  point: (x, y) => `点，x ${x}，y ${y}`,
};

export const plotWords: Readonly<Record<"en" | "zh", PlotWords>> = { en: plotEn, zh: plotZh };
