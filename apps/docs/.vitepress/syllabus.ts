import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";
import { countsOf, minutesOf } from "../scripts/book-table.ts";
import { titlesOf } from "./chapters.ts";
import { exercises } from "./exercises.ts";
import { type Lang, type Title, titleIn } from "./pages.ts";

interface Week {
  /** Names of chapters, in the order of the book. */
  readonly chapters: readonly string[];
  /** The task in the demo. */
  readonly demo: Title;
}

/** A course of ten weeks: every chapter once. */
export const weeks: readonly Week[] = [
  {
    chapters: ["tensors", "gradients"],
    demo: {
      en: "*A translation*: which source words does each word look at?",
      zh: "“翻译一句话”：每个词关注原文的哪些词？",
    },
  },
  {
    chapters: ["softmax-and-cross-entropy", "a-training-step"],
    demo: {
      en: "*Speed*: measure your machine, so that later times mean something.",
      zh: "“速度”：先测一测自己的机器，之后看到的用时才有参照。",
    },
  },
  {
    chapters: ["cues-and-pooling", "kernel-regression"],
    demo: {
      en: "*Kernel regression*: learn the width from a wide and a narrow start.",
      zh: "“核回归”：分别从宽和窄的宽度开始学习。",
    },
  },
  {
    chapters: ["scoring-and-masking", "why-scale", "bias"],
    demo: {
      en: "*Scoring and masks*: follow one cell from its score to the output.",
      zh: "“打分与掩码”：跟踪一个格子，从分数一直到输出。",
    },
  },
  {
    chapters: ["recurrence", "seq2seq"],
    demo: {
      en: "*Translator*: train it, and watch when the weights begin to point.",
      zh: "“翻译”：训练它，看权重从什么时候开始有所指向。",
    },
  },
  {
    chapters: ["alignment", "self-attention"],
    demo: {
      en: "*Translator*: find a word that is right although its weights point elsewhere.",
      zh: "“翻译”：找一个译对了、权重却指向别处的词。",
    },
  },
  {
    chapters: ["multi-head", "positions"],
    demo: {
      en: "*Transformer*: describe in one sentence what each head looks at.",
      zh: "“Transformer”：用一句话说出每个头关注什么。",
    },
  },
  {
    chapters: ["transformer-by-hand", "transformer"],
    demo: {
      en: "*Transformer*: compare the three kinds of attention in one layer.",
      zh: "“Transformer”：比较同一层中的三种注意力。",
    },
  },
  {
    chapters: ["language-models", "bert", "applications", "looking-inside"],
    demo: {
      en: "*Language model*: write with a low and a high temperature.",
      zh: "“语言模型”：分别用低温度和高温度续写。",
    },
  },
  {
    chapters: ["convolution", "images", "fast-attention", "long-sequences", "real-text"],
    demo: {
      en: "*Speed*: measure again. Which length doubles the time of attention?",
      zh: "“速度”：再测一次。长度增加多少，注意力的用时会加倍？",
    },
  },
];

const words = {
  en: {
    head: "| week | chapters | minutes of reading | exercises | of them checked | in the demo |",
    slides: (address: string) => ` ([slides](${address}){target="_self"})`,
    comma: ", ",
    sum: "all",
  },
  zh: {
    head: "| 周 | 章节 | 阅读分钟数 | 练习 | 其中可检查 | 在演示中 |",
    slides: (address: string) => `（[幻灯片](${address}){target="_self"}）`,
    comma: "、",
    sum: "合计",
  },
};

/** The syllabus as a table, with the numbers of `pnpm docs:table`. */
export function syllabusOf(lang: Lang): string {
  const titles = titlesOf(lang);
  const rows = weeks.map(({ chapters, demo }, i) => {
    // A page becomes slides when it is loaded: the router, which keeps what is loaded, leaves links with a target alone.
    const links = chapters.map(
      (name) => `[${titles.get(name)}](../book/${name})${words[lang].slides(`../book/${name}?slides`)}`,
    );
    return {
      week: String(i + 1),
      links: links.join(words[lang].comma),
      demo: titleIn(lang, demo),
      ...sumsOf(chapters),
    };
  });
  const all = {
    week: words[lang].sum,
    links: "",
    demo: "",
    ...sumsOf(weeks.flatMap(({ chapters }) => chapters)),
  };
  const lines = [...rows, all].map(
    ({ week, links, minutes, count, checked, demo }) =>
      `| ${week} | ${links} | ${minutes} | ${count} | ${checked} | ${demo} |`,
  );
  return [words[lang].head, "|---|---|---|---|---|---|", ...lines].join("\n");
}

function sumsOf(names: readonly string[]): { minutes: number; count: number; checked: number } {
  const counted = names.map((name) => countsOf(readFileSync(pageOf(name), "utf8")));
  return {
    minutes: counted.reduce((sum, page) => sum + minutesOf(page.words), 0),
    count: counted.reduce((sum, page) => sum + page.exercises, 0),
    checked: Object.values(exercises).filter(({ page }) => names.includes(page.replace("book/", ""))).length,
  };
}

function pageOf(name: string): string {
  return fileURLToPath(new URL(`../book/${name}.md`, import.meta.url));
}

/** The table in place of `<!-- syllabus -->`. */
export function withSyllabus(source: string, page: string): string {
  return source.replace("<!-- syllabus -->", () => syllabusOf(page.startsWith("zh/") ? "zh" : "en"));
}

/** The rule of {@link withSyllabus} for VitePress, before blocks are read. */
export function syllabusTable(md: MarkdownRenderer): void {
  md.core.ruler.before("normalize", "syllabus", (state) => {
    const page: unknown = state.env?.relativePath;
    if (typeof page === "string") state.src = withSyllabus(state.src, page);
  });
}
