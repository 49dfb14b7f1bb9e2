import { expect, test } from "vitest";
import { everyPage } from "../../src/pages/table.ts";
import {
  all,
  button,
  drawn,
  expectNoBarriers,
  expectNoOverflow,
  heading,
  media,
  open,
  reopen,
  windowOf,
} from "../shown.ts";

// Colours depend neither on the width nor on the language, words not on the theme.
const looks = [
  { colorScheme: "light", lang: "zh", width: 375, hasAxe: true },
  { colorScheme: "dark", lang: "en", width: 1280, hasAxe: true },
  { colorScheme: "dark", lang: "zh", width: 1280, hasAxe: false },
  { colorScheme: "light", lang: "en", width: 375, hasAxe: false },
] as const;

for (const { colorScheme, lang, width, hasAxe } of looks) {
  test.each(everyPage.map(({ name }) => name))(
    `%s fits${hasAxe ? " and has no barriers" : ""}: ${colorScheme}, ${lang}, ${width} pixels`,
    async (name) => {
      await media({ colorScheme });
      await windowOf(width, 800);
      await open(`#/${name}?lang=${lang}`);
      await expect.element(heading).toBeVisible();
      await expectNoOverflow();
      if (hasAxe) await expectNoBarriers();
    },
  );
}

const names = everyPage.map(({ name }) => name);

test.each(names)("every link of %s leads to a page", async (name) => {
  await open(`#/${name}`);
  const leads = (): (string | undefined)[] =>
    all('#app a[href^="#/"]').map((link) => /^#\/([a-z-]*)/.exec(link.getAttribute("href") ?? "")?.[1]);
  await expect.poll(() => leads().length).toBeGreaterThan(names.length); // the menu's, and the next page's or more
  await drawn();
  expect(leads().filter((to) => to === undefined || !names.includes(to))).toEqual([]);
});

/** The names and tooltips of the page's parts, as a screen reader sees them. */
const labels = (): string[] =>
  all("main [title], main [aria-label]").map(
    (one) => one.getAttribute("aria-label") ?? one.getAttribute("title") ?? "",
  );
// Why a backend has its threads, it says in English.
const isEnglish = (label: string): boolean =>
  /[a-z]{3,}\s+[a-z]{2,}/i.test(label) && !/\p{Script=Han}/u.test(label) && !/^\w+ threads?\b/.test(label);

const translated = Object.keys(import.meta.glob("../../src/pages/*/messages/zh.json"));
const inChinese = names.filter((name) => translated.some((path) => path.includes(`/${name}/`)));
test.each(inChinese)("labels of %s are Chinese once the reader has switched to it", async (name) => {
  await open(`#/${name}?lang=zh`);
  await drawn();
  const fromTheStart = new Set(labels().filter(isEnglish)); // English sentences that the page is about
  await open(`#/${name}?lang=en`);
  await drawn();
  await button(/中文/).click();
  await expect
    .poll(() => labels().filter((label) => isEnglish(label) && !fromTheStart.has(label)))
    .toEqual([]);
});

test.each(names)(
  "what a slider of %s is set to comes back with the address, at both ends too",
  async (name) => {
    await open(name === "scoring" ? "#/scoring?score=additive" : `#/${name}`); // where the seed has a slider, too
    await drawn();
    const sliders = (): HTMLInputElement[] => all("main input[type=range]") as HTMLInputElement[];
    for (let i = 0; i < sliders().length; i++) {
      let isSetting = false; // others move a film, or a figure alone
      for (const end of ["between", "max", "min"] as const) {
        const slider = sliders()[i];
        if (slider === undefined || slider.disabled) continue;
        const value = end === "between" ? String(Number(slider.min) + Number(slider.step || 1)) : slider[end];
        const before = location.hash;
        slider.value = value;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        slider.dispatchEvent(new Event("change", { bubbles: true }));
        await reopen();
        await drawn();
        isSetting ||= location.hash !== before;
        if (isSetting && end !== "between")
          await expect.poll(() => sliders()[i]?.value, { message: `slider ${i + 1}` }).toBe(value);
      }
    }
  },
);
