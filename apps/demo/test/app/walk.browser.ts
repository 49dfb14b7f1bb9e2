import { walk } from "@saccade/figures/walk";
import { lastPlace } from "@saccade/figures/walk/last-place";
import { expect, onTestFinished, test } from "vitest";
import { everyPage, pages } from "../../src/pages/table.ts";
import { all, drawn, expectCount, heading, open, text } from "../shown.ts";

/** As index.html says it. */
function besideTheBook(): void {
  const meta = Object.assign(document.createElement("meta"), { name: "saccade-book", content: "../" });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}

const href = (): string => all(".chapter-link a")[0]?.getAttribute("href") ?? "none";

for (const lang of ["en", "zh"] as const)
  test.each(walk)(`$chapter, ${lang}: its state of the demo is taken whole, and leads back`, async (step) => {
    besideTheBook();
    const state = `#/${step.page}?${new URLSearchParams([...new URLSearchParams(step.query), ["lang", lang]])}`;
    await open(state);
    await expect.element(heading).toBeVisible();
    await expect.poll(() => text(".chapter-link a")).toBe(step[lang]);
    await drawn();
    await expectCount(".address-notes", 0);
    const { pathname, searchParams } = new URL(href(), "http://demo.invalid/demo/");
    expect(pathname).toBe(`${lang === "zh" ? "/zh" : ""}/book/${step.chapter}`);
    expect(searchParams.get("demo")).toBe(state);
  });

test("the place of the reader is kept; without a book there is no link to it", async () => {
  await open("#/scoring?len=3");
  await expectCount(".chapter-link", 0);
  window.dispatchEvent(new Event("pagehide"));
  expect(lastPlace()).toEqual({ address: `${location.pathname}#/scoring?len=3`, title: "Scoring and masks" });
});

test("the page of speed is beside the walk: the footer leads to it", async () => {
  await open("#/");
  expect(pages.map(({ name }) => name)).not.toContain("speed");
  expect(everyPage.map(({ name }) => name)).toContain("speed");
  all("footer a")[0]?.click();
  await expect.element(heading).toHaveTextContent("Speed: what this browser can do");
  await expectCount(".top nav [aria-current]", 0);
  await expectCount(".next-page-link", 0);
});
