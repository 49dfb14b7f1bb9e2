interface Words {
  readonly layers: string;
  readonly kernel: string;
  readonly row: string;
  readonly column: string;
  readonly convolution: string;
  readonly attention: string;
  readonly sees: (seen: number, all: number) => string;
  readonly grid: (name: string, seen: number, row: number, column: number) => string;
  readonly caption: string;
}

const en: Words = {
  layers: "Layers of convolution",
  kernel: "Kernel",
  row: "Row of the output",
  column: "Column of the output",
  convolution: "Convolution",
  attention: "One layer of self-attention, 4 × 4 patches",
  sees: (seen, all) => `depends on ${seen} of ${all} pixels`,
  grid: (name, seen, row, column) =>
    `${name}: the output at row ${row}, column ${column} depends on ${seen} pixels.`,
  caption:
    "Orange: how strongly one output (the ring) depends on each pixel, by its gradient, averaged over 16 networks with random weights. Which diagonal has two equal marks? Attention compares any two patches in one layer; convolution must first grow its field, and even then most of the gradient stays near the centre. Press the image to move the ring.",
};

const zh: Words = {
  layers: "卷积层数",
  kernel: "卷积核",
  row: "输出所在行",
  column: "输出所在列",
  convolution: "卷积",
  attention: "一层自注意力，4 × 4 图像块",
  sees: (seen, all) => `依赖 ${all} 个像素中的 ${seen} 个`,
  grid: (name, seen, row, column) => `${name}：第 ${row} 行第 ${column} 列的输出依赖 ${seen} 个像素。`,
  caption:
    "橙色表示一个输出（圆环处）对每个像素的依赖程度，即梯度的大小，对 16 个随机权重的网络取平均。哪条对角线上的两个标记相同？注意力一层就能比较任意两个图像块；卷积要先把感受野堆大，而且即便如此，梯度仍集中在中心附近。点图像可以移动圆环。",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
