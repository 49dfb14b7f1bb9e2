import { type AlignedPair, grammarSplit } from "@saccade/datasets";
import { expect, test } from "@saccade/e2e";
import { examples, grammarPairs } from "../src/pages/translator/network/network-sizes.ts";
import { openTranslator, said, train } from "./translator-page.ts";

test("trains in the tab to correct, aligned translations of sentences that it was not trained on", async ({
  page,
}) => {
  test.setTimeout(400_000);
  await openTranslator(page);
  const began = Date.now();
  await train(page);
  const seconds = (Date.now() - began) / 1000;
  const right = Number(/^(\d+) of 200/.exec((await page.locator(".held-out").textContent()) ?? "")?.[1]);
  console.log(
    `trained in ${seconds.toFixed(0)} s; ${right} of 200 held-out sentences are translated word for word`,
  );
  expect(right).toBeGreaterThan(160);

  const gold = goldOfExamples();
  const buttons = page.locator(".examples button");
  await expect(buttons).toHaveCount(gold.length);
  const all: number[] = [];
  for (const [i, { source, target, sure, content }] of gold.entries()) {
    await buttons.nth(i).click();
    await expect.poll(() => said(page)).toBe(target.join(" "));
    const rows = await page.locator(".alignment tbody tr").all();
    const weights = await Promise.all(rows.map((row) => row.locator("td").allTextContents()));
    const own = sure
      .filter(([t]) => content[t])
      .map(([t, s]) => [target[t], Number(weights[t]?.[s])] as const);
    console.log(`${source.join(" ")}: ${own.map((pair) => pair.join(" ")).join(", ")}`);
    expect(own.length).toBeGreaterThan(2);
    for (const [word, weight] of own) expect([word, weight >= 0.5]).toEqual([word, true]);
    all.push(...own.map(([, weight]) => weight));
  }
  expect(all.reduce((a, b) => a + b, 0) / all.length).toBeGreaterThanOrEqual(0.75);
});

/** The example sentences with their gold alignments. */
function goldOfExamples(): AlignedPair[] {
  const split = { train: grammarPairs + examples.length, validation: 0, test: 0, seed: 0 };
  const { train: drawn } = grammarSplit({ languages: "en-fr", ...split });
  return examples.map((example) => {
    const found = drawn.find(({ source }) => source.join(" ").replace(/ 's /g, "'s ") === example);
    if (found === undefined) throw new Error(`"${example}" is not of the grammar`);
    return found;
  });
}
