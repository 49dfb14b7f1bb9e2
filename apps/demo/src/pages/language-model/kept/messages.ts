import type { Dictionary } from "../../../app/words.ts";

const en = {
  title: "Now, and kept",
  text: "How alike the heads attend to this text, from 0 to 1 (1 less the Jensen–Shannon divergence). Framed: the most alike of a row. Train on, start from another seed or open another checkpoint, and compare.",
  otherText: "The weights that are kept are of another text. Read the same one, or keep these.",
  otherShape: (layers: number, heads: number): string =>
    `The model that is kept has ${layers} layers of ${heads} heads: there are too many pairs to show.`,
  kept: "Kept",
  layer: (layer: number): string => `Layer ${layer}`,
  pairs: "Rows: the heads now. Columns: the heads that were kept.",
  same: "Each head, now and kept.",
};

const zh: typeof en = {
  title: "现在的与保留的",
  text: "两者的头对这段文本关注得有多相似，从 0 到 1（1 减去詹森–香农散度）。加框：一行中最相似的。继续训练、换一个种子或打开另一个检查点，再来比较。",
  otherText: "保留的权重属于另一段文本。请读入同一段文本，或改为保留现在的权重。",
  otherShape: (layers, heads) => `保留的模型有 ${layers} 层，每层 ${heads} 个头：头对太多，无法画出。`,
  kept: "保留的",
  layer: (layer) => `第 ${layer} 层`,
  pairs: "行：现在的头。列：保留的头。",
  same: "每个头，现在的与保留的相比。",
};

export const keptWords: Dictionary<typeof en> = { en, zh };
