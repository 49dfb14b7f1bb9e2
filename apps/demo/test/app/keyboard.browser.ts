import { expect, test } from "vitest";
import { all, expectCount, open, press, scrollTo } from "../shown.ts";

/** The elements that Tab stops at, in order; of radio buttons with the same name, the first. */
function tabStops(): Element[] {
  const found = all("a[href], button, input, select, textarea, summary, [tabindex]").filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility(),
  );
  const names = new Set<string>();
  return found.filter((one) => {
    if (!(one instanceof HTMLInputElement) || one.type !== "radio") return true;
    const isFirst = !names.has(one.name);
    names.add(one.name);
    return isFirst;
  });
}

test("a dozen stops of the Tab key lead from the page's title to “Break it”", async () => {
  await open("#/transformer");
  await expectCount(".board button", 24);
  const before = (): number =>
    tabStops()
      .filter((one) => one.closest("main") !== null)
      .findIndex((one) => one.closest(".board") !== null);
  await expect.poll(before).toBeLessThanOrEqual(12); // once the keys' code is there
  expect(before()).toBeGreaterThan(0);
});

test.each([
  ["#/opening", ".translation-arcs", ".word"],
  ["#/translator", ".translation-arcs", ".word"],
  ["#/scoring", ".stage g:has(> [data-cell^=score])", ".hit"],
  ["#/scoring", ".stage g:has(> [data-cell^=weight])", ".hit"],
  ["#/transformer", ".word-arcs svg", ".word"],
  ["#/transformer", ".translation [lang=fr]", "button"],
  ["#/transformer", ".board", "button"],
  ["#/transformer", ".transformer-overview", "button"],
  ["#/transformer", ".patch-sides", "button"],
  ["#/language-model", ".next-bars", "button"],
  ["#/language-model", ".heads-grid", "button"],
] as const)(
  "%s: %s is one stop of the Tab key, and arrow keys reach each of its parts",
  async (hash, group, items) => {
    await open(hash);
    if (group === ".heads-grid") await scrollTo(".heads-room"); // which has it once it is near
    await scrollTo(group);
    const parts = (): HTMLElement[] => all(`${group} ${items}`);
    await expect.poll(() => parts().length).toBeGreaterThan(2);
    const stops = (): HTMLElement[] =>
      parts().filter((one) => one.getAttribute("tabindex") !== "-1" && one.tabIndex >= 0);
    await expect.poll(() => stops().length).toBe(1);
    const reached = new Set<Element>();
    stops()[0]?.focus();
    const queue = [document.activeElement!];
    // Everywhere that arrows lead.
    while (queue.length > 0 && reached.size < parts().length) {
      const from = queue.shift()!;
      if (reached.has(from)) continue;
      reached.add(from);
      for (const key of ["Right", "Down", "Left", "Up"]) {
        (from as HTMLElement).focus();
        await press(`{Arrow${key}}`);
        const to = document.activeElement!;
        if (parts().includes(to as HTMLElement) && !reached.has(to)) queue.push(to);
      }
    }
    expect(reached.size).toBe(parts().length);
    expect(stops().length).toBe(1);
  },
);
