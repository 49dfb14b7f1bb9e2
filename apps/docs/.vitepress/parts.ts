import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";
import { countsOf, minutesOf } from "../scripts/book-table.ts";
import { titlesOf } from "./chapters.ts";
import { bookParts, type Lang, type Title } from "./pages.ts";
import {
  alignmentPicture,
  blocksPicture,
  descentPicture,
  headPicture,
  poolingPicture,
} from "./part-pictures.ts";

interface Part {
  readonly says: Title;
  /** Of its picture. */
  readonly alt: Title;
  readonly draw: (lang: Lang) => string;
}

/** The parts of the book in its order, the appendix left out. */
const parts: readonly Part[] = [
  {
    says: {
      en: "What a tensor is, which way is down, and how a guess becomes a loss.",
      zh: "张量是什么，哪个方向是下坡，预测怎样变成损失。",
    },
    alt: { en: "A curve, and steps that go down it.", zh: "一条曲线，一步步沿着它下降。" },
    draw: descentPicture,
  },
  {
    says: {
      en: "A query compares itself with keys, and takes more from the values whose keys are near. That is attention.",
      zh: "查询与各个键相比，键越近，从对应的值里取得越多。这就是注意力。",
    },
    alt: {
      en: "Points on a line; the nearer a point is to the query, the taller its bar.",
      zh: "一条线上的点：离查询越近，柱子越高。",
    },
    draw: poolingPicture,
  },
  {
    says: {
      en: "A translator that reads one sentence and writes another, and looks back at the right word. Sometimes.",
      zh: "翻译模型读一句话，写另一句话，并回头看正确的词。有时如此。",
    },
    alt: {
      en: "An English sentence, “black birds sing”, and a French one, “oiseaux noirs chantent”: lines join the words, and two of them cross.",
      zh: "英语句子“black birds sing”和法语句子“oiseaux noirs chantent”：连线把词对应起来，其中两条交叉。",
    },
    draw: alignmentPicture,
  },
  {
    says: {
      en: "A sentence looks at itself, with several heads, and learns where its words stand.",
      zh: "句子关注自身，用多个头，并知道每个词的位置。",
    },
    alt: {
      en: "A triangle of cells: each token's weights for itself and those before it.",
      zh: "三角形的格子：每个词元对自身和之前词元的权重。",
    },
    draw: headPicture,
  },
  {
    says: {
      en: "Attention becomes a block, blocks become a model: translate, write, see, and find out which head does what.",
      zh: "注意力组成块，块组成模型：翻译、续写、看图，并弄清哪个头做什么。",
    },
    alt: {
      en: "A block: attention and feed-forward, each with a way around it.",
      zh: "一个块：注意力和前馈，各有一条绕过它的通路。",
    },
    draw: blocksPicture,
  },
];

const words = {
  en: {
    minutes: (n: number) => ` ${n} minutes of reading.`,
    all: (n: number) =>
      `Reading takes about ${Math.round(n / 30) / 2} hours, a chapter five to ten minutes. Programs, figures and exercises take two or three times as long again. As a course, it is ten weeks.`,
    dot: " · ",
  },
  zh: {
    minutes: (n: number) => `阅读 ${n} 分钟。`,
    all: (n: number) =>
      `通读大约需要 ${Math.round(n / 30) / 2} 小时，一章五到十分钟；运行程序、操作图示、做练习另需两三倍的时间。作为课程是十周。`,
    dot: " · ",
  },
};

function minutesOfAll(names: readonly string[]): number {
  const pages = names.map((name) => fileURLToPath(new URL(`../book/${name}.md`, import.meta.url)));
  return pages.reduce((sum, page) => sum + minutesOf(countsOf(readFileSync(page, "utf8")).words), 0);
}

/** Each part with its picture, what it is about, its chapters, and how long they are. */
function partsOf(lang: Lang): string {
  const titles = titlesOf(lang);
  const blocks = parts.map(({ says, alt, draw }, i) => {
    const { title, pages } = bookParts[i]!;
    const names = Object.keys(pages).map((path) => path.replace("book/", ""));
    const links = names.map((name) => `[${titles.get(name)}](./${name})`).join(words[lang].dot);
    return [
      `### ${i + 1}. ${title[lang]}`,
      `<div class="book-part">\n<svg viewBox="0 0 200 120" role="img" aria-label="${alt[lang]}">${draw(lang)}</svg>\n<div>`,
      `${says[lang]}${words[lang].minutes(minutesOfAll(names))}`,
      links,
      "</div></div>",
    ].join("\n\n");
  });
  return blocks.join("\n\n");
}

/** The parts in place of `<!-- parts -->`, and how long the book takes in place of `<!-- hours -->`. */
export function withParts(source: string, page: string): string {
  const lang = page.startsWith("zh/") ? "zh" : "en";
  return source
    .replace("<!-- parts -->", () => partsOf(lang))
    .replace("<!-- hours -->", () => words[lang].all(minutesOfAll([...titlesOf("en").keys()])));
}

/** The rule of {@link withParts} for VitePress, before blocks are read. */
export function bookPartsRule(md: MarkdownRenderer): void {
  md.core.ruler.before("normalize", "parts", (state) => {
    const page: unknown = state.env?.relativePath;
    if (typeof page === "string") state.src = withParts(state.src, page);
  });
}
