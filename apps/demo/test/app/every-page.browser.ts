import { expect, test } from "vitest";
import { pages } from "../../src/pages/table.ts";
import { expectNoBarriers, expectNoOverflow, heading, media, open, windowOf } from "../shown.ts";

// Colours depend neither on the width nor on the language, words not on the theme.
const looks = [
  { colorScheme: "light", lang: "zh", width: 375, hasAxe: true },
  { colorScheme: "dark", lang: "en", width: 1280, hasAxe: true },
  { colorScheme: "dark", lang: "zh", width: 1280, hasAxe: false },
  { colorScheme: "light", lang: "en", width: 375, hasAxe: false },
] as const;

for (const { colorScheme, lang, width, hasAxe } of looks) {
  test.each(pages.map(({ name }) => name))(
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
