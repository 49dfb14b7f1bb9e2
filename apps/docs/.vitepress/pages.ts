import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DefaultTheme } from "vitepress";

export type Lang = "en" | "zh";

export type Title = Readonly<Record<Lang, string>>;

interface Part {
  readonly title: Title;
  /** Paths of pages, without the language and the ending, in the reader's order. */
  readonly pages: Readonly<Record<string, Title>>;
}

const overview: Part = {
  title: { en: "The book", zh: "本书" },
  pages: { "book/overview": { en: "How the book goes", zh: "全书导览" } },
};

/** The book: a chapter for each step of the ladder. */
const book: readonly Part[] = [
  {
    title: { en: "From numbers to learning", zh: "从数到学习" },
    pages: {
      "book/tensors": { en: "Tensors and broadcasting", zh: "张量与广播" },
      "book/gradients": { en: "Gradients", zh: "梯度" },
      "book/softmax-and-cross-entropy": { en: "Softmax and cross-entropy", zh: "softmax 与交叉熵" },
      "book/a-training-step": { en: "A training step", zh: "一步训练" },
    },
  },
  {
    title: { en: "From cues to scores", zh: "从线索到评分" },
    pages: {
      "book/cues-and-pooling": { en: "Cues and pooling", zh: "线索与汇聚" },
      "book/kernel-regression": { en: "Kernel regression", zh: "核回归" },
      "book/scoring-and-masking": { en: "Scoring and masking", zh: "评分与屏蔽" },
      "book/why-scale": { en: "Why 1/√d", zh: "为什么要除以 √d" },
      "book/bias": { en: "The bias question", zh: "偏置问题" },
    },
  },
  {
    title: { en: "Attention between sequences", zh: "序列之间的注意力" },
    pages: {
      "book/recurrence": { en: "Recurrence and memory", zh: "循环与记忆" },
      "book/seq2seq": { en: "Seq2seq with attention", zh: "带注意力的 seq2seq" },
      "book/alignment": { en: "Which attention aligns", zh: "哪种注意力能对齐" },
    },
  },
  {
    title: { en: "Self-attention", zh: "自注意力" },
    pages: {
      "book/self-attention": { en: "Self-attention, step by step", zh: "自注意力，一步一步来" },
      "book/multi-head": { en: "Multi-head attention", zh: "多头注意力" },
      "book/positions": { en: "Positions", zh: "位置" },
    },
  },
  {
    title: { en: "Models", zh: "模型" },
    pages: {
      "book/transformer-by-hand": {
        en: "One sentence through a Transformer",
        zh: "一句话走过 Transformer",
      },
      "book/transformer": { en: "The Transformer", zh: "Transformer" },
      "book/language-models": { en: "Language models and the cache", zh: "语言模型与缓存" },
      "book/bert": { en: "BERT and what masks teach", zh: "BERT：掩码教会了什么" },
      "book/applications": { en: "Applications", zh: "应用" },
      "book/looking-inside": { en: "Looking inside a model", zh: "看进模型内部" },
      "book/convolution": { en: "Convolution and self-attention", zh: "卷积与自注意力" },
      "book/images": { en: "Attention on images", zh: "图像上的注意力" },
      "book/fast-attention": { en: "Fast attention", zh: "快速注意力" },
      "book/long-sequences": { en: "Long sequences", zh: "长序列" },
      "book/real-text": { en: "Training on real text", zh: "用真实文本训练" },
    },
  },
  {
    title: { en: "Appendix", zh: "附录" },
    pages: {
      "book/corrections": { en: "Corrections of the original notes", zh: "原始笔记勘误" },
      "book/claims": { en: "Claims, tested", zh: "检验这些说法" },
    },
  },
];

const guide: readonly Part[] = [
  {
    title: { en: "Start", zh: "开始" },
    pages: {
      "guide/quick-start": { en: "Quick start", zh: "快速开始" },
      "guide/packages": { en: "Packages and entries", zh: "包与入口" },
      "guide/other-libraries": { en: "Comparison with other libraries", zh: "与其他库相比" },
      "guide/typescript-for-python": {
        en: "TypeScript for Python readers",
        zh: "写给 Python 读者的 TypeScript",
      },
      "guide/from-pytorch": { en: "From PyTorch", zh: "从 PyTorch 过来" },
      "guide/pytorch-names": { en: "PyTorch's names", zh: "PyTorch 名称对照" },
      "guide/from-transformerlens": { en: "From TransformerLens", zh: "从 TransformerLens 过来" },
      "guide/open-a-checkpoint": { en: "Open a checkpoint", zh: "打开检查点" },
      "guide/export-to-onnx": { en: "Export to ONNX", zh: "导出为 ONNX" },
      "guide/go-on-in-pytorch": { en: "Go on in PyTorch", zh: "在 PyTorch 中继续训练" },
      "guide/troubleshooting": { en: "Troubleshooting", zh: "疑难解答" },
      "guide/teaching": { en: "Teaching with the book", zh: "用本书授课" },
    },
  },
  {
    title: { en: "Run", zh: "运行" },
    pages: {
      "guide/modules": { en: "Modules and optimizers", zh: "模块与优化器" },
      "guide/definitions": { en: "Every mechanism on one page", zh: "一页看完所有机制" },
      "guide/recipes": { en: "Training recipes", zh: "训练实例" },
      "guide/masks": { en: "Masks", zh: "掩码" },
      "guide/transforms": { en: "Transforms of functions", zh: "函数变换" },
      "guide/compile": { en: "Compiled steps", zh: "编译步骤" },
      "guide/memory": { en: "Memory and scopes", zh: "内存与作用域" },
      "guide/threads": { en: "Threads", zh: "线程" },
      "guide/fine-tune-in-a-tab": { en: "Fine-tune in a tab", zh: "在标签页中微调" },
      "guide/workers": { en: "Training in a Worker", zh: "在 Worker 中训练" },
      "guide/no-bundler": { en: "A page without a bundler", zh: "不用打包器的网页" },
      "guide/reproducibility": { en: "Reproducibility", zh: "可复现性" },
      "guide/lens": { en: "Sites, interventions, readouts", zh: "位点、干预与读数" },
      "guide/pictures": { en: "Pictures", zh: "图" },
      performance: { en: "Performance", zh: "性能" },
      compatibility: { en: "Compatibility", zh: "兼容性" },
    },
  },
  {
    title: { en: "Extend", zh: "扩展" },
    pages: {
      "guide/add-an-op": { en: "Add an op to the library", zh: "给库添加运算" },
      "guide/add-a-layer": { en: "Add a layer to the library", zh: "给库添加层" },
      "guide/add-a-loss": { en: "Add a loss to the library", zh: "给库添加损失函数" },
      "guide/add-an-architecture": { en: "Add a checkpoint architecture", zh: "添加检查点架构" },
      "guide/own-attention": { en: "An attention of your own", zh: "自己的注意力" },
      "guide/own-op": { en: "An op of your own", zh: "自己的运算" },
      "guide/own-kernel": { en: "A kernel of your own", zh: "自己的内核" },
      "guide/own-backend": { en: "A backend of your own", zh: "自己的后端" },
    },
  },
];

export { book as bookParts };

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where a page is in a language: "" or "/zh" before it. */
export function prefix(lang: Lang): string {
  return lang === "en" ? "" : "/zh";
}

function sidebarOf(parts: readonly Part[], lang: Lang): DefaultTheme.SidebarItem[] {
  return parts.flatMap(({ title, pages }) => {
    const items = Object.entries(pages)
      .map(([path, text]) => ({ text: text[lang], link: `${prefix(lang)}/${path}` }))
      .filter(({ link }) => existsSync(`${root}${link}.md`));
    return items.length === 0 ? [] : [{ text: title[lang], items }];
  });
}

/** The English pages in the order in which they are read. */
export const readingOrder: readonly DefaultTheme.SidebarItem[] = [
  ...sidebarOf(book, "en"),
  ...sidebarOf(guide, "en"),
];

/** The packages of the reference, which `pnpm reference` writes beside its pages; null where it has not run. */
export function reference(lang: Lang): readonly DefaultTheme.SidebarItem[] | null {
  const file = `${root}${prefix(lang)}/reference/sidebar.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** The sidebars of a language. A page that a translation lacks is left out. */
export function sidebars(lang: Lang): DefaultTheme.SidebarMulti {
  const before = prefix(lang);
  const guides = sidebarOf(guide, lang);
  const symbols = reference(lang);
  return {
    [`${before}/book/`]: sidebarOf([overview, ...book], lang),
    [`${before}/guide/`]: guides,
    [`${before}/performance`]: guides,
    [`${before}/compatibility`]: guides,
    // theme/reference.ts shows the names of a topic above it. A list of all names would be loaded with every page of the site.
    ...(symbols === null ? {} : { [`${before}/reference/`]: [...symbols] }),
  };
}
