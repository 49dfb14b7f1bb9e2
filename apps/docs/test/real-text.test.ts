import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const docs = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(docs, file), "utf8");
const records = ["real-text", "fra-eng", "attention-or-not"].map((name) => read(`records/${name}.txt`));

/** The numbers of a line, without separators of thousands. */
function numbersOf(line: string): string[] {
  return line.replace(/(\d),(\d{3})/g, "$1$2").match(/\d+(?:\.\d+)?/g) ?? [];
}

test("the table beside PyTorch is the one of the example's README", () => {
  const [, table] = /```text\n(program: model.*?)```/s.exec(read("../../examples/fra-eng/README.md"))!;
  expect(records[1]).toContain(table);
});

test.each(["book/real-text.md", "zh/book/real-text.md"])("each row of %s has numbers of a record", (file) => {
  const lines = records.flatMap((record) => record.split("\n")).map((line) => new Set(numbersOf(line)));
  // The first table compares two runs; their numbers are tested below.
  const tables = read(file)
    .match(/(?:^\|.*\n)+/gm)!
    .slice(1);
  const rows = tables.flatMap((table) => table.trim().split("\n").slice(2));
  expect(rows.length).toBeGreaterThan(15);
  const foreign = rows.filter((row) => {
    const numbers = numbersOf(row.replaceAll(/U\+\w+/g, ""));
    return !lines.some((line) => numbers.every((number) => line.has(number)));
  });
  expect(foreign).toEqual([]);
});

test.each(["book/real-text.md", "zh/book/real-text.md"])(
  "percentages and large numbers of %s are recorded",
  (file) => {
    const output = read("code/book/real-text/outputs.txt");
    const known = new Set(numbersOf([...records, output].join("\n")));
    const prose = read(file)
      .split(/^## (?:Exercises|练习)/m)[0]!
      .replace(/^\|.*/gm, "");
    const numbers = [...prose.matchAll(/\d+(?:\.\d+)?(?= %)|0\.\d{3}|\d{2,3},\d{3}/g)].map(
      ([number]) => number,
    );
    expect(numbers.length).toBeGreaterThan(8);
    expect(numbers.filter((number) => !known.has(number.replace(",", "")))).toEqual([]);
  },
);

test.each(["book/real-text.md", "zh/book/real-text.md"])("%s compares the BLEU of two records", (file) => {
  const [toy, real] = /(?:^\|.*\n)+/m.exec(read(file))![0].trim().split("\n").slice(2);
  const [bleu] = /(?<=BLEU with attention: )\S+/.exec(records[2]!)!;
  expect(toy).toContain(`| ${Number(bleu).toFixed(3)} |`);
  const row = records[1]!.split("\n").find((line) => line.startsWith("Saccade: gru "))!;
  expect(real).toContain(`| ${row.trim().split(/ +/).at(-3)} |`);
});
