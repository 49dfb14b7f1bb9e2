// Every page, one after the other, as a reader goes through the site.
import { expect, test } from "@saccade/e2e";
import { outputOf } from "../scripts/outputs.ts";
import { follow, pages, someReferencePages } from "./site.ts";

// Programs are the same in both languages. Node runs them all (pnpm docs:code), so pages run every thirtieth.
const oneOf = process.env["SACCADE_TESTS"] === "long" ? 1 : 30;

for (const lang of ["English", "Chinese"]) {
  test(`every ${lang} page opens in the running site, without an error; programs print what they print in Node`, async ({
    page,
  }) => {
    const own = [...pages, ...someReferencePages].filter(
      (address) => address.startsWith("/zh/") === (lang === "Chinese"),
    );
    const seen = new Set<string>(); // a page shows several parts of one program, each with its button
    let ran = 0;
    await page.goto(own[0]!);
    for (const address of own) {
      await follow(page, address);
      if (lang === "Chinese") continue;
      for (const tools of await page.locator(".program-tools").all()) {
        const program = (await tools.getAttribute("data-program")) ?? "";
        if (seen.has(program)) continue;
        seen.add(program);
        if ((seen.size - 1) % oneOf !== 0) continue;
        ran++;
        // The second tab of a code group is hidden until it is chosen. A page that is still coming may take its buttons anew.
        await expect(async () => {
          const idle = tools.locator("[data-state=idle] .program-run");
          if ((await idle.count()) > 0) await idle.evaluate((button: HTMLButtonElement) => button.click());
          await expect(tools.locator("[data-state=done]"), `${program} ends`).toBeAttached({ timeout: 3000 });
        }).toPass({ timeout: 60_000 });
        const shown = await tools.locator(".program-output").textContent();
        expect(wordsOf(shown ?? ""), program).toEqual(wordsOf(outputOf(program) ?? ""));
      }
    }
    if (ran < seen.size)
      console.log(
        `left out: ${seen.size - ran} of ${seen.size} programs in their pages; pnpm test --long runs them`,
      );
  });
}

/** The printed text without line breaks and quotes, in which consoles differ. */
function wordsOf(text: string): string[] {
  return text.split(/[\s'"[\]{},]+/).filter((word) => word !== "");
}
