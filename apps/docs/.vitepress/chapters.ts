import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";
import { bookParts, type Lang, type Title } from "./pages.ts";

interface Chapter {
  readonly learn: Title;
  /** The chapters it builds on, all of them before it. */
  readonly on: readonly string[];
  /** Whether its introduction names them, so that the line below the title would repeat it. */
  readonly said?: boolean;
}

/** The subject of a chapter and its prerequisites. The names are those of pages.ts. */
export const chapters: Readonly<Record<string, Chapter>> = {
  tensors: {
    learn: { en: "shapes, broadcasting, matrix products", zh: "形状、广播、矩阵乘法" },
    on: [],
  },
  gradients: {
    learn: { en: "the chain rule, backpropagation, the tape", zh: "链式法则、反向传播、计算记录" },
    on: ["tensors"],
    said: true,
  },
  "softmax-and-cross-entropy": {
    learn: { en: "scores to probabilities, and the loss of a guess", zh: "从分数到概率，以及预测的损失" },
    on: ["tensors", "gradients"],
    said: true,
  },
  "a-training-step": {
    learn: { en: "parameters, optimizer, learning rate", zh: "参数、优化器、学习率" },
    on: ["gradients", "softmax-and-cross-entropy"],
    said: true,
  },
  "cues-and-pooling": {
    learn: { en: "query, key and value; the weighted mean", zh: "查询、键、值与加权平均" },
    on: ["tensors"],
  },
  "kernel-regression": {
    learn: {
      en: "the smallest attention, and how its width is learned",
      zh: "最小的注意力，以及如何学习它的宽度",
    },
    on: ["gradients", "cues-and-pooling"],
  },
  "scoring-and-masking": {
    learn: { en: "additive and dot-product scores, masks", zh: "加性评分与点积评分、掩码" },
    on: ["softmax-and-cross-entropy", "cues-and-pooling"],
  },
  "why-scale": {
    learn: { en: "why scores are divided by √d", zh: "为什么分数要除以 √d" },
    on: ["gradients", "scoring-and-masking"],
  },
  bias: {
    learn: { en: "which biases of attention do something", zh: "注意力的哪些偏置起作用" },
    on: ["gradients", "scoring-and-masking"],
  },
  recurrence: {
    learn: {
      en: "RNN, GRU, LSTM; why far tokens are hard to learn from",
      zh: "RNN、GRU、LSTM；为什么难以从远处的词元学习",
    },
    on: ["gradients", "a-training-step"],
  },
  seq2seq: {
    learn: { en: "encoder, decoder, cross-attention, BLEU", zh: "编码器、解码器、交叉注意力、BLEU" },
    on: ["recurrence", "scoring-and-masking"],
  },
  alignment: {
    learn: { en: "when weights point at the right word", zh: "权重何时指向正确的词" },
    on: ["seq2seq"],
  },
  "self-attention": {
    learn: { en: "a sequence that attends to itself", zh: "关注自身的序列" },
    on: ["scoring-and-masking", "why-scale"],
  },
  "multi-head": {
    learn: { en: "several attentions side by side", zh: "并排的多个注意力" },
    on: ["self-attention"],
  },
  positions: {
    learn: { en: "sines, rotary positions, relative biases", zh: "正弦编码、旋转位置、相对偏置" },
    on: ["self-attention"],
  },
  "transformer-by-hand": {
    learn: {
      en: "every matrix from a word to the next word's probability",
      zh: "从一个词到下一个词的概率，中间的每个矩阵",
    },
    on: ["multi-head", "positions"],
    said: true,
  },
  transformer: {
    learn: { en: "residuals, norms, encoder and decoder blocks", zh: "残差、归一化、编码器块与解码器块" },
    on: ["multi-head", "positions"],
  },
  "language-models": {
    learn: { en: "the causal mask, sampling, the cache", zh: "因果掩码、采样、缓存" },
    on: ["transformer"],
  },
  bert: {
    learn: {
      en: "masked words, both sides, pretraining and fine-tuning",
      zh: "被屏蔽的词、左右两侧、预训练与微调",
    },
    on: ["transformer", "language-models"],
    said: true,
  },
  applications: {
    learn: { en: "classification, memory, pointing, copying", zh: "分类、记忆、指针、复制" },
    on: ["scoring-and-masking", "self-attention"],
  },
  "looking-inside": {
    learn: { en: "ablation, patching, induction heads", zh: "消融、修补、归纳头" },
    on: ["multi-head", "language-models"],
    said: true,
  },
  convolution: {
    learn: { en: "what convolution knows that attention learns", zh: "卷积已知、注意力要学的东西" },
    on: ["self-attention", "positions"],
  },
  images: {
    learn: {
      en: "patches as tokens, the Vision Transformer, captions that look",
      zh: "以图像块为词元、Vision Transformer、看图写说明",
    },
    on: ["seq2seq", "transformer", "convolution"],
    said: true,
  },
  "fast-attention": {
    learn: {
      en: "tiles, the online softmax, memory that grows with n",
      zh: "分块、在线 softmax、随 n 增长的内存",
    },
    on: ["softmax-and-cross-entropy", "self-attention"],
    said: true,
  },
  "long-sequences": {
    learn: { en: "windows, sparse patterns, linear attention", zh: "窗口、稀疏模式、线性注意力" },
    on: ["scoring-and-masking", "self-attention"],
  },
  "real-text": {
    learn: {
      en: "subwords, padding, leaks, when to stop, how long it takes",
      zh: "子词、填充、泄漏、何时停止、要花多久",
    },
    on: ["a-training-step", "seq2seq", "transformer"],
  },
};

const root = fileURLToPath(new URL("..", import.meta.url));
const words = {
  en: { head: "| chapter | what you learn | builds on |", on: "Builds on: ", comma: ", ", stop: "." },
  zh: { head: "| 章节 | 学到什么 | 基于 |", on: "基于：", comma: "、", stop: "。" },
};

/** The names of the chapters that exist, in the reader's order, with their titles. */
export function titlesOf(lang: Lang): Map<string, string> {
  const all = bookParts.flatMap(({ pages }) => Object.entries(pages));
  const chaptersOnly = all.flatMap(([path, title]): [string, string][] => {
    const name = path.replace("book/", "");
    const page = `${root}${lang === "en" ? "" : "zh/"}${path}.md`;
    return name in chapters && existsSync(page) ? [[name, title[lang]]] : [];
  });
  return new Map(chaptersOnly);
}

/** The links of the chapters that a chapter builds on. */
function linksOf(name: string, lang: Lang): string {
  const titles = titlesOf(lang);
  const before = chapters[name]!.on.filter((one) => titles.has(one));
  return before.map((one) => `[${titles.get(one)}](./${one})`).join(words[lang].comma);
}

/** The map of the book, as a table. */
export function mapOf(lang: Lang): string {
  const rows = [...titlesOf(lang)].map(
    ([name, title]) => `| [${title}](./${name}) | ${chapters[name]!.learn[lang]} | ${linksOf(name, lang)} |`,
  );
  return [words[lang].head, "|---|---|---|", ...rows].join("\n");
}

/** Below the title of a chapter what it builds on; in a guide the map in place of `<!-- chapters -->`. */
export function withChapters(source: string, page: string): string {
  const [, zh, folder, name = ""] = /^(zh\/)?(book|guide)\/(.+)\.md$/.exec(page) ?? [];
  const lang = zh === undefined ? "en" : "zh";
  if (folder === "guide")
    return source.replace("<!-- chapters -->", () => mapOf(lang).replaceAll("](./", "](../book/"));
  const chapter = chapters[name];
  if (folder === undefined || chapter === undefined) return source;
  const links = chapter.said ? "" : linksOf(name, lang);
  if (links === "") return source;
  return source.replace(/^# .+$/m, (title) => `${title}\n\n${words[lang].on}${links}${words[lang].stop}`);
}

/** The rule of {@link withChapters} for VitePress, before blocks are read. */
export function chapterLines(md: MarkdownRenderer): void {
  md.core.ruler.before("normalize", "chapters", (state) => {
    const page: unknown = state.env?.relativePath;
    if (typeof page === "string") state.src = withChapters(state.src, page);
  });
}
