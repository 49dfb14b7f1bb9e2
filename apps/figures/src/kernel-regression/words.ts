interface Words {
  readonly width: string;
  readonly learn: string;
  readonly stop: string;
  readonly loss: string;
  readonly query: string;
  readonly queryAt: (x: string, y: string) => string;
  readonly weights: string;
  readonly plot: (query: string, prediction: string, strongest: string) => string;
  readonly lossPlot: (width: string, loss: string) => string;
  readonly truth: string;
  readonly estimate: string;
  readonly caption: string;
}

const en: Words = {
  width: "Width of the kernel",
  learn: "Learn the width",
  stop: "Stop",
  loss: "loss, each point predicted from the others",
  query: "query",
  queryAt: (x, y) => `query ${x}, prediction ${y}`,
  weights: "weights",
  plot: (query, prediction, strongest) =>
    `Points and the kernel regression through them. At query ${query} it predicts ${prediction}. The keys with most weight: ${strongest}.`,
  lossPlot: (width, loss) => `The loss for every width: ${loss} at width ${width}.`,
  truth: "true curve",
  estimate: "prediction",
  caption:
    "Drag the query: the bars are its weights, the ring is the mean of the values under them. Then move the width: a wide kernel averages everything, a narrow one repeats the nearest point. Find the lowest loss by hand, or let gradient descent find it.",
};

const zh: Words = {
  width: "核的宽度",
  learn: "学习宽度",
  stop: "停止",
  loss: "损失：每个点由其余的点来预测",
  query: "查询",
  queryAt: (x, y) => `查询 ${x}，预测 ${y}`,
  weights: "权重",
  plot: (query, prediction, strongest) =>
    `数据点与核回归曲线。查询为 ${query} 时预测 ${prediction}。权重最大的键：${strongest}。`,
  lossPlot: (width, loss) => `各种宽度下的损失：宽度 ${width} 时为 ${loss}。`,
  truth: "真实曲线",
  estimate: "预测",
  caption:
    "拖动查询：竖条是它的权重，圆环是按这些权重求出的值的平均。再调宽度：核很宽时所有点被平均，很窄时只是重复最近的点。可以手动寻找最低的损失，也可以让梯度下降去找。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
