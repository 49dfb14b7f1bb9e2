import type { Dictionary } from "../../../app/words.ts";

const en = {
  title: "Now, and kept",
  text: "The heads of the model as it was, on this text. Train on, start from another seed or open another checkpoint, and compare.",
  otherText: "The weights that are kept are of another text. Read the same one, or keep these.",
  kept: "Kept",
};

const zh: typeof en = {
  title: "现在的与保留的",
  text: "当时的模型对这段文本的各个头。继续训练、换一个种子或打开另一个检查点，再来比较。",
  otherText: "保留的权重属于另一段文本。请读入同一段文本，或改为保留现在的权重。",
  kept: "保留的",
};

export const keptWords: Dictionary<typeof en> = { en, zh };
