// Every page as it is sent, laid out at both widths. Its own scripts do not run, so one page of the browser shows all.
import { expect, test } from "@playwright/test";
import { pages, someReferencePages } from "./site.ts";

const addresses = [...pages, ...someReferencePages];

test("no page is wider than its window, no code scrolls or breaks at 1280 px, pictures of figures fit a phone", async ({
  page,
}) => {
  await page.route(/\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.goto("/book/overview");
  const wrong: string[] = [];
  for (const [width, height] of [
    [1280, 900],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const address of addresses) {
      const found = await page.evaluate(look, address);
      wrong.push(...found.map((what) => `${address} at ${width} px: ${what}`));
    }
  }
  expect(wrong).toEqual([]);
});

/** Puts a page in the place of the one that is open, and returns what is wrong with it. Runs in the browser. */
async function look(address: string): Promise<string[]> {
  const wrong: string[] = [];
  const html = await (await fetch(address)).text();
  const sent = new DOMParser().parseFromString(html, "text/html");
  // Where a browser reads other elements than were rendered, the page's script would find a page that is not its own.
  const rendered = html.slice(html.indexOf("<body>") + 6).match(/<[a-z][^\s/>]*(?=[\s/>])/g)?.length;
  const read = sent.body.querySelectorAll("*").length;
  if (rendered !== read) wrong.push(`${rendered} elements are read as ${read}`);
  document.documentElement.lang = sent.documentElement.lang;
  document.querySelector("#app")!.replaceWith(document.adoptNode(sent.querySelector("#app")!));
  for (const box of document.querySelectorAll("details"))
    if (box.closest(".live-figure") === null) box.open = true;
  for (const tab of document.querySelectorAll('.vp-code-group [class*="language-"]'))
    tab.classList.add("active");
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("wider than its window");
  if (innerWidth < 640) {
    for (const figure of document.querySelectorAll<HTMLElement>(".live-figure")) {
      const { figure: name = "" } = figure.dataset;
      if (figure.offsetHeight > 800) wrong.push(`${name} is ${figure.offsetHeight} px high`);
    }
    return wrong;
  }
  for (const pre of document.querySelectorAll('[class*="language-"] > pre')) {
    const text = pre.textContent.trim().slice(0, 60);
    if ([pre, pre.parentElement!].some((one) => one.scrollWidth > one.clientWidth))
      wrong.push(`scrolls: ${text}`);
    const height = 1.5 * Number.parseFloat(getComputedStyle(pre.querySelector("code")!).lineHeight);
    for (const line of pre.querySelectorAll(".line:not(.long)"))
      if (line.getBoundingClientRect().height > height) wrong.push(`broken: ${line.textContent}`);
  }
  return wrong;
}
