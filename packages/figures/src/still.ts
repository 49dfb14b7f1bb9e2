import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { figureOf, type Lang } from "./index.ts";
import { drawnAt, type StillSize } from "./ui/still.ts";

const phone: StillSize = { width: 343, isNarrow: true };
const chapter: StillSize = { width: undefined, isNarrow: false };

/**
 * A figure's first state as HTML, made without a browser: a page has it from the start, and the figure's code takes its
 * place later. A picture for phones and one for wider screens, or one for both where they are the same; an empty string for a
 * figure that shows nothing before it has computed.
 */
export async function stillOf(name: string, lang: Lang, sentence?: string): Promise<string> {
  const Figure = await figureOf(name, lang, sentence);
  const draw = (size: StillSize): string =>
    // Buttons of a group are numbered through the page.
    quietly(() => drawnAt(size, () => renderToString(h(Figure, {})))).replaceAll(/ name="choice-\d+"/g, "");
  const [narrow, wide] = [draw(phone), draw(chapter)];
  if (!/<(svg|table|li)\b/.test(wide)) return "";
  if (narrow === wide) return `<div class="picture">${wide}</div>`;
  return `<div class="picture narrow">${withOwnIds(narrow)}</div><div class="picture wide">${wide}</div>`;
}

/** Draws without the networks' warnings about training, which do not concern a build of the pages. */
function quietly<T>(draw: () => T): T {
  const { warn } = console;
  console.warn = (...what: unknown[]) => {
    if (!String(what[0]).startsWith("saccade: ")) warn(...what);
  };
  try {
    return draw();
  } finally {
    console.warn = warn;
  }
}

/** Ids in both pictures would be the same, and what is hidden is not found by them. */
function withOwnIds(html: string): string {
  return html.replaceAll(/ id="/g, ' id="narrow-').replaceAll("url(#", "url(#narrow-");
}
