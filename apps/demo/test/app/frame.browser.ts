import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { shellWords } from "../../src/app/shell.ts";
import { pages } from "../../src/pages/table.ts";
import {
  all,
  box,
  button,
  css,
  drawn,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  field,
  focus,
  heading,
  open,
  press,
  reopen,
  replace,
  text,
} from "../shown.ts";

const first = "How a translator reads";
const chosen = (name: string) => page.getByRole("button", { name, pressed: true });
const second = "this big black bird sees some blue keys .";
const third = "the doctor's bird sees these clever mice .";

test("says whether threads are there, as the headers have it", async () => {
  await open("#/");
  await expect.element(css("footer")).toHaveTextContent("Threads: available");
  vi.stubGlobal("crossOriginIsolated", false);
  await open("#/");
  await expect.element(css("footer")).toHaveTextContent("Cross-Origin-Opener-Policy");
});

test("changes language by the address, by the switch, and keeps it from page to page", async () => {
  await open("?lang=zh");
  await expect.element(heading).toHaveTextContent("翻译时，网络在看哪里");
  await expect.poll(() => document.documentElement.lang).toBe("zh-CN");
  await button(/English/).click();
  await expect.element(heading).toHaveTextContent(first);
  await expect.poll(() => document.documentElement.lang).toBe("en");
  await expectAddress(/lang=en/);
  for (const link of all(".top nav a")) expect(link.getAttribute("href")).toContain("lang=en");
});

test("keeps the chosen theme", async () => {
  await open("#/");
  const theme = field(/^Theme/);
  const paper = (): string => getComputedStyle(document.body).backgroundColor;
  await theme.selectOptions("dark");
  await expect.poll(paper).toBe("rgb(23, 23, 22)");
  await theme.selectOptions("light");
  await expect.poll(paper).toBe("rgb(252, 252, 250)");
  await theme.selectOptions("dark");
  await reopen();
  await expect.element(theme).toHaveValue("dark");
  await expect.poll(paper).toBe("rgb(23, 23, 22)");
});

test.each([
  ["#/no-such-page", first],
  ["#/kernel-regression?n=1e9&noise=NaN&h=-1&q=lots&points=1_2,x", "Kernel regression"],
  ["#<b>", first],
  ["#/%%%", first],
])("falls back at the malformed address %s", async (hash, title) => {
  await open(hash);
  await expect.element(heading).toHaveTextContent(title);
  await expectCount(".failure", 0);
});

test("says which page and which settings of an address there are not", async () => {
  await open("#/no-such-page");
  await expect.element(page.getByText("There is no page “no-such-page”.")).toBeVisible();
  await open("#/%%%");
  await expect.element(page.getByText("The address could not be read.")).toBeVisible();
  await open("#/kernel-regression?n=1e9&colour=red");
  const notes = css(".address-notes");
  await expect.element(notes).toHaveTextContent("sets “n” to “1e9”");
  await expect.element(notes).toHaveTextContent("a setting “colour”");
  await expectAddress(/kernel-regression$/);
  await notes.getByRole("button", { name: "Close" }).click();
  await expectCount(".address-notes", 0);
});

test("lets the keyboard skip the menu", async () => {
  await open("#/");
  await press("{Tab}");
  await expect.element(page.getByRole("link", { name: "Skip to content" })).toHaveFocus();
  await press("{Enter}");
  await expect.element(css("main")).toHaveFocus();
});

const sentences: Readonly<Record<string, string>> = shellWords.en.next;

test("every page but the last leads to the next with one sentence, and names itself", async () => {
  await open("#/");
  for (const [i, { name, title }] of pages.entries()) {
    await expect.poll(() => text(".top nav [aria-current=page]")).toBe(title.en);
    expect(document.title).toBe(`${title.en} · Saccade`);
    await expect.element(heading).toBeVisible();
    if (i === pages.length - 1) break;
    await expect.element(css(".next-page")).toHaveTextContent(sentences[name] ?? "no sentence");
    await css(".next-page-link").click();
    await expect.element(css("main")).toHaveFocus();
  }
  await expectCount(".next-page-link", 0);
});

test("undoes the edits of a page one by one, by the button, the keys and the browser's own Back", async () => {
  const undo = button("Undo (Ctrl+Z)");
  await open("#/");
  await expect.element(undo).toBeDisabled();
  await button(second).click();
  await expectAddress(/example=2/);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 2000); // what follows sooner belongs to the same edit
  await button(third).click();
  await expectAddress(/example=3/);
  await undo.click();
  await expect.element(chosen(second)).toBeVisible();
  await press("{Control>}{Shift>}Z{/Shift}{/Control}");
  await expect.element(chosen(third)).toBeVisible();
  await press("{Control>}z{/Control}");
  await expect.element(chosen(second)).toBeVisible();
  history.back();
  await expect.element(undo).toBeDisabled();
  expect(chosen(second).query()).toBeNull();
});

test("copies a link that opens the page as it is", async () => {
  const copied: string[] = [];
  replace(navigator, "clipboard", {
    writeText: (link: string) => Promise.resolve(void copied.push(link)),
  } as Clipboard);
  await open("#/");
  await button(third).click();
  const before = box("main");
  await button("Copy link").click();
  const answer = page.getByText("Link copied.");
  await expect.element(answer).toBeVisible();
  expect(box("main")).toEqual(before); // the page stays where it is
  expect(getComputedStyle(answer.element()).color).toBe(getComputedStyle(document.body).color);
  await expectNoBarriers();
  const link = new URL(copied[0] ?? "");
  expect(link.origin).toBe(location.origin);
  await open(link.hash);
  await expect.element(chosen(third)).toBeVisible();
});

test("gives the link to be copied by hand where the browser refuses", async () => {
  replace(navigator, "clipboard", undefined as never);
  await open("#/scoring");
  await button("Copy link").click();
  await expect
    .element(page.getByText(/does not let the page copy. The link: http.*#\/scoring/))
    .toBeVisible();
});

test("presents: a figure fills the screen, moved by keys, and left by Escape", async () => {
  await open("#/scoring");
  const size = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const usual = size();
  await button("Present").click();
  const bar = page.getByRole("navigation", { name: "Presenting" });
  await expect.element(bar).toHaveTextContent("3 of");
  await expect.poll(size).toBeGreaterThan(1.3 * usual);
  // The figure that is shown takes most of the window, and lies in it whole.
  const figure = css("[data-presented='']");
  await expect.element(figure).toBeVisible();
  const { width, height, bottom } = box("[data-presented='']");
  expect(width * height).toBeGreaterThan(0.6 * 1280 * 800);
  expect(bottom).toBeLessThanOrEqual(800);
  await expectNoOverflow();
  await expectNoBarriers("serious"); // the heading is hidden
  // Keys go through the figures of the page before they leave it.
  await expect.element(bar).toHaveTextContent("figure 1 of 2");
  await press("{PageDown}");
  await expect.element(bar).toHaveTextContent("figure 2 of 2");
  await press("{PageUp}");
  await expect.element(bar).toHaveTextContent("figure 1 of 2");
  // The figure works as before; the rest of the page is one button away.
  await figure.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => text("[data-presented=''] figcaption")).not.toBe("");
  await expect.element(css("h1")).not.toBeVisible();
  await bar.getByRole("button", { name: "Whole page" }).click();
  await expect.element(css("h1")).toBeVisible();
  await press("{PageDown}");
  await expectAddress(/#\/translator\?present=1/);
  await press("{PageUp}");
  await expectAddress(/#\/scoring\?present=1/);
  await focus(css("main"));
  await press("{ArrowLeft}");
  await expectAddress(/#\/kernel-regression\?present=1/);
  // Faster than pages are drawn, as with a remote control that is held down.
  await press("{PageDown}{PageDown}{PageDown}");
  await expectAddress(/#\/transformer\?present=1/);
  await expect.element(bar).toHaveTextContent("5 of");
  await press("{Escape}");
  await expect.element(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await expect.poll(size).toBe(usual);
});

test.each(pages.map(({ name }) => name))("what is presented of %s lies in the window whole", async (name) => {
  await open(`#/${name}?present=1`);
  const bar = page.getByRole("navigation", { name: "Presenting" });
  await expect.element(bar).toBeVisible();
  await drawn();
  const count = (): number => Number(/figure \d+ of (\d+)/.exec(text(".presenter"))?.[1] ?? 1);
  for (let figure = 1; figure <= count(); figure++) {
    if (figure > 1) await press("{PageDown}");
    await expect.element(css("[data-presented='']")).toBeVisible();
    const whole = box("[data-presented]");
    for (const one of [
      whole,
      ...all("[data-presented] :is(text, p, button, h2)").map((part) => part.getBoundingClientRect()),
    ]) {
      if (one.width === 0) continue; // only for the whole page
      expect(one.left, `${name}, figure ${figure}`).toBeGreaterThanOrEqual(0);
      expect(one.right, `${name}, figure ${figure}`).toBeLessThanOrEqual(1280);
    }
    expect(whole.bottom, `${name}, figure ${figure}`).toBeLessThanOrEqual(800);
  }
});

test.each([
  ["language-model", "textarea", "Text so far"],
  ["transformer", ".break .board", "A click makes it"],
])("what belongs to a figure is presented with it: %s", async (name, part, words) => {
  await open(`#/${name}?present=1`);
  await expect.element(css(`[data-presented=''] ${part}`)).toBeVisible();
  await expect.element(css("[data-presented='']")).toHaveTextContent(words);
});
