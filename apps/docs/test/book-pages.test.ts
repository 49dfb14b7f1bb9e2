import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const docs = join(import.meta.dirname, "..");

/** The value of a TeX expression if it contains only numbers; null otherwise. */
function valueOf(tex: string): number | null {
  const code = tex
    .replaceAll("\\cdot", "*")
    .replaceAll(/\^\{([^{}]*)\}/g, "**($1)")
    .replaceAll(/\^(\d)/g, "**$1")
    .replaceAll(/(\d),(?=\d{3})/g, "$1")
    .replaceAll(/[\d.]+\*\*(\([^()]*\)|\d)/g, "($&)") // −10² is −(10²)
    .trim();
  return /^[-\d.+*/() ]*\d[-\d.+*/() ]*$/.test(code) ? Number(new Function(`return ${code}`)()) : null;
}

test("sums in the pages come out, in as many digits as are written", () => {
  const wrong: string[] = [];
  let sums = 0;
  const pages = ["book", "guide", "zh/book", "zh/guide"].flatMap((folder) =>
    readdirSync(join(docs, folder)).map((name) => join(folder, name)),
  );
  for (const file of pages.filter((name) => name.endsWith(".md")))
    for (const [, tex, percent] of readFileSync(join(docs, file), "utf8").matchAll(/\$([^$\n]+)\$( %)?/g)) {
      const [left, right, ...more] = tex!.split(/=|\\approx/);
      const [value, said] = [left, right].map((side) => (side === undefined ? null : valueOf(side)));
      if (value === null || said === null || more.length > 0) continue;
      sums++;
      const digits = /^\s*[\d.]*?0*([\d.]*)/.exec(right!)![1]!.replace(".", "").length;
      if (
        Math.abs(value! * (percent === undefined ? 1 : 100) - said!) >
        0.51 * 10 ** (Math.floor(Math.log10(said!)) + 1 - digits)
      )
        wrong.push(`${file}: $${tex}$ is ${value}`);
    }
  expect(wrong).toEqual([]);
  expect(sums).toBeGreaterThan(5);
});
