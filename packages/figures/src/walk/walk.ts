import type { DemoPage } from "./demo-titles.ts";

/** A chapter of the book, and the state of the demo that shows what it explains. */
export interface Step {
  /** The name in the book's addresses. */
  readonly chapter: string;
  readonly en: string;
  readonly zh: string;
  readonly page: DemoPage;
  /** Settings of the page, as in its address. */
  readonly query: string;
}

const step = (chapter: string, en: string, zh: string, page: DemoPage, query: string = ""): Step => ({
  ...{ chapter, en, zh, page, query },
});

/** Book and demo as one walk, in the book's order. The row without settings explains a page of the demo as it opens. */
export const walk: readonly Step[] = [
  step("tensors", "Tensors and broadcasting", "张量与广播", "scoring", "preset=copy"),
  step("gradients", "Gradients", "梯度", "kernel-regression", "way=learned"),
  step("softmax-and-cross-entropy", "Softmax and cross-entropy", "softmax 与交叉熵", "scoring", "t=0.5"),
  step("a-training-step", "A training step", "一步训练", "kernel-regression", "way=learned&lr=0.1"),
  step("cues-and-pooling", "Cues and pooling", "线索与汇聚", "kernel-regression", "cue=eat"),
  step("kernel-regression", "Kernel regression", "核回归", "kernel-regression"),
  step("scoring-and-masking", "Scoring and masking", "评分与屏蔽", "scoring"),
  step("why-scale", "Why 1/√d", "为什么要除以 √d", "scoring", "score=dot&d=256"),
  step("bias", "The bias question", "偏置问题", "scoring", "score=additive"),
  step("recurrence", "Recurrence and memory", "循环与记忆", "translator", "epochs=2"),
  step("seq2seq", "Seq2seq with attention", "带注意力的 seq2seq", "translator"),
  step("alignment", "Which attention aligns", "哪种注意力能对齐", "opening"),
  step("self-attention", "Self-attention, step by step", "自注意力，一步一步来", "transformer", "at=e1.self"),
  step("multi-head", "Multi-head attention", "多头注意力", "scoring", "heads=2"),
  step("positions", "Positions", "位置", "transformer", "s=the+dog+followed+the+cat+.&below=positions"),
  step(
    "transformer-by-hand",
    "One sentence through a Transformer",
    "一句话走过 Transformer",
    "transformer",
    "at=e1",
  ),
  step("transformer", "The Transformer", "Transformer", "transformer"),
  step("language-models", "Language models and the cache", "语言模型与缓存", "language-model"),
  step("bert", "BERT and what masks teach", "BERT：掩码教会了什么", "language-model", "model=files"),
  step("applications", "Applications", "应用", "transformer", "at=e2.self&query=8"),
  step("looking-inside", "Looking inside a model", "看进模型内部", "language-model", "model=repeats"),
  step("convolution", "Convolution and self-attention", "卷积与自注意力", "scoring", "preset=previous"),
  step("images", "Attention on images", "图像上的注意力", "transformer", "at=src.embedding"),
  step("fast-attention", "Fast attention", "快速注意力", "speed"),
  step("long-sequences", "Long sequences", "长序列", "scoring", "preset=copy&mask=2,3,7,8,12,13"),
  step("real-text", "Training on real text", "用真实文本训练", "language-model", "steps=1500"),
];

/** The chapter that explains a page of the demo in a state: of those whose settings it has, the one with the most. */
export function chapterOf(page: string, params: ReadonlyMap<string, string>): Step | undefined {
  const settings = ({ query }: Step): [string, string][] => [...new URLSearchParams(query)];
  return walk
    .filter((one) => one.page === page && settings(one).every(([name, value]) => params.get(name) === value))
    .sort((a, b) => settings(b).length - settings(a).length)[0];
}
