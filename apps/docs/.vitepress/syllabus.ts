import { chapterText, titlesOf } from "./chapters.ts";
import { countsOf } from "./counts.ts";
import { exercises } from "./exercises.ts";
import { type Lang, type Title, titleIn } from "./languages.ts";
import written from "./weeks.json" with { type: "json" };

interface Week {
  /** Names of chapters, in the order of the book. */
  readonly chapters: readonly string[];
  /** The task in the demo. */
  readonly demo: Title;
}

/** A course of ten weeks: every chapter once. */
export const weeks: readonly Week[] = written;

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

/** The syllabus as a table. */
export function syllabusOf(lang: Lang): string {
  const titles = titlesOf(lang);
  const { head, slides, comma, sum } = words[lang];
  const row = (week: string, links: string, names: readonly string[], demo: string): string => {
    const counted = names.map((name) => countsOf(chapterText(name)));
    const total = (key: "minutes" | "exercises"): number => counted.reduce((all, one) => all + one[key], 0);
    const checked = Object.values(exercises).filter(({ page }) => names.includes(page.replace("book/", "")));
    return `| ${week} | ${links} | ${total("minutes")} | ${total("exercises")} | ${checked.length} | ${demo} |`;
  };
  const rows = weeks.map(({ chapters, demo }, i) => {
    // A page becomes slides when it is loaded: the router, which keeps what is loaded, leaves links with a target alone.
    const links = chapters.map(
      (name) => `[${titles.get(name)}](../book/${name})${slides(`../book/${name}?slides`)}`,
    );
    return row(String(i + 1), links.join(comma), chapters, titleIn(lang, demo));
  });
  const all = weeks.flatMap(({ chapters }) => chapters);
  return [head, "|---|---|---|---|---|---|", ...rows, row(sum, "", all, "")].join("\n");
}

/** The table in place of `<!-- syllabus -->`. */
export function withSyllabus(source: string, page: string): string {
  return source.replace("<!-- syllabus -->", () => syllabusOf(page.startsWith("zh/") ? "zh" : "en"));
}
