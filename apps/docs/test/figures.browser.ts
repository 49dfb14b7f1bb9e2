// Every figure as the docs show it, which is all that a page adds to it: their style sheet.
import { barriersWithin } from "@saccade/e2e/axe";
import { figureNames, type Lang, mountFigure } from "@saccade/figures/figure";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import "vitepress/dist/client/theme-default/styles/vars.css";
import "vitepress/dist/client/theme-default/styles/base.css";
import "vitepress/dist/client/theme-default/styles/components/vp-doc.css";
import "../.vitepress/theme/site.css";

/** Those with more to see than five seconds take say first what it is. */
const headed = [
  ...["coreference", "expression-graph", "fast-attention", "images", "induction-heads", "one-sentence"],
  ...["patched-heads", "positions", "query-key-value", "real-text", "scores-and-masks", "self-and-cross"],
  ...["seq2seq-attention", "split-heads", "transformer-blocks", "two-aligners", "two-arrows", "weighted-mix"],
  "word-map",
];
const ceiling = 800; // px, on a phone of 375 × 812
const wide = { width: 1280, height: 900, room: 704, dark: false };
const phone = { width: 375, height: 812, room: 327, dark: true };

let leave = (): void => {};
afterEach(() => leave());

/** A figure in a page's column. */
async function shown(name: string, lang: Lang, look: typeof wide): Promise<HTMLElement> {
  const { width, height, room, dark } = look;
  leave();
  await page.viewport(width, height);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.lang = lang;
  document.body.innerHTML = `<div class="vp-doc" style="width: ${room}px; margin: 0 auto"><div class="live-figure vp-raw"><div class="saccade"></div></div></div>`;
  const figure = document.querySelector<HTMLElement>(".live-figure")!;
  leave = await mountFigure(figure.firstElementChild!, name, lang);
  await document.fonts.ready;
  for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
  return figure;
}

test.each(headed)("%s says in one sentence what to see, before anything else", async (name) => {
  for (const lang of ["en", "zh"] as const) {
    const figure = await shown(name, lang, wide);
    const says = figure.querySelector("figure")?.firstElementChild;
    expect(says?.className).toBe("headline");
    expect(says?.textContent).toMatch(lang === "en" ? /^.{20,110}[.:]$/ : /^.{10,50}[。：]$/);
  }
});

test.each(figureNames)(
  "%s: axe finds nothing, on a wide page and, dark and in Chinese, on a phone, which it fits",
  async (name) => {
    expect(await barriersWithin(await shown(name, "en", wide))).toEqual([]);
    expect(await barriersWithin(await shown(name, "zh", phone))).toEqual([]);
    for (const lang of ["zh", "en"] as const) {
      const figure = await shown(name, lang, phone);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
      expect(figure.offsetHeight, lang).toBeLessThanOrEqual(ceiling);
    }
  },
);
