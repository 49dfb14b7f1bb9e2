interface Words {
  readonly shapeOf: (name: string) => string;
  readonly dims: string;
  readonly result: string;
  readonly table: (name: string, shape: string) => string;
  readonly cell: (value: number, from: string) => string;
  readonly own: string;
  readonly repeated: string;
  readonly fits: (shape: string, repeats: boolean) => string;
  readonly wrong: string;
}

const en: Words = {
  shapeOf: (name) => `Shape of ${name}`,
  dims: "The shapes, aligned at the right",
  result: "a + b",
  table: (name, shape) => `${name}, as a table of shape ${shape}`,
  cell: (value, from) => `${value}, ${from}`,
  own: "stored",
  repeated: "repeated",
  fits: (shape, repeats) =>
    repeats
      ? `Both are read as if they had shape ${shape}. Dashed cells are repeats: they are read again, not stored again.`
      : `Both have shape ${shape}, so nothing is repeated.`,
  wrong: "Sizes at the same place must be equal, or one of them 1. The library says:",
};

const zh: Words = {
  shapeOf: (name) => `${name} 的形状`,
  dims: "两个形状，从右边对齐",
  result: "a + b",
  table: (name, shape) => `${name}，按形状 ${shape} 的表读取`,
  cell: (value, from) => `${value}，${from}`,
  own: "存储的数",
  repeated: "重复的数",
  fits: (shape, repeats) =>
    repeats
      ? `两者都按形状 ${shape} 读取。虚线格是重复：同一个数被多读几次，并没有多存几份。`
      : `两者的形状都是 ${shape}，没有任何重复。`,
  wrong: "同一位置上的大小必须相等，或者其中一个是 1。库的报错：",
};

export const words: Readonly<Record<"en" | "zh", Words>> = { en, zh };
