import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as datasets from "../src/index.ts";

describe("preprocessNmt", () => {
  test("turns no-break spaces into spaces and keeps tabs and line breaks", () => {
    expect(datasets.preprocessNmt("Go.\tVa\u202f!\nOui\u00a0?\tX")).toBe("go .\tva !\noui ?\tx");
  });

  test("puts a space before a mark at the start of a line, as d2l does", () => {
    expect(datasets.preprocessNmt("a\n!b")).toBe("a\n !b");
  });

  test("changes nothing the second time", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "É", " ", ".", ",", "!", "?", "\t", "\n", "\u00a0"),
    });
    fc.assert(
      fc.property(text, (raw) => {
        const once = datasets.preprocessNmt(raw);
        expect(datasets.preprocessNmt(once)).toBe(once);
      }),
    );
  });
});

describe("tokenizeNmt", () => {
  const text = Array.from({ length: 10 }, (_, i) => `w${i} .\tm${i} !`).join("\n");

  test("reads one line more than numExamples, as d2l does", () => {
    expect(datasets.tokenizeNmt(text, 3).source).toHaveLength(4);
    expect(datasets.tokenizeNmt(text, 3).target[3]).toEqual(["m3", "!"]);
    expect(datasets.tokenizeNmt(text).source).toHaveLength(10);
  });

  test("skips lines without a tab, but counts them", () => {
    const { source } = datasets.tokenizeNmt("a\tb\nno tab\n\nd\te\nf\tg", 3);
    expect(source).toEqual([["a"], ["d"]]);
  });

  test("names the line with a third column, and the call that reads it", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "é", ".", "'"), minLength: 1 });
    fc.assert(
      fc.property(fc.array(word), fc.array(word, { minLength: 3, maxLength: 5 }), (before, columns) => {
        const lines = [...before.map((side) => `${side}\t${side}`), columns.join("\t")];
        const message = `tokenizeNmt: line ${lines.length} has ${columns.length} columns, ${JSON.stringify(lines.at(-1))}; write tokenizePairs(parsePairs(text))`;
        expect(() => datasets.tokenizeNmt(lines.join("\n"))).toThrow(message);
        if (before.length > 1)
          expect(datasets.tokenizeNmt(lines.join("\n"), before.length - 1).source).toHaveLength(
            before.length,
          );
      }),
    );
  });
});

describe("parsePairs", () => {
  test("accepts an attribution column, blank lines, CRLF and a byte order mark", () => {
    const pairs = datasets.parsePairs("\ufeffGo.\tVa !\tCC-BY 2.0\r\n\r\nHi.\tSalut !\r\n");
    expect(pairs).toEqual([
      { source: "Go.", target: "Va !", line: 1 },
      { source: "Hi.", target: "Salut !", line: 3 },
    ]);
  });

  test.each([
    ["a line without a tab", "a\tb\nc  d\n", /my\.txt:2: no tab in "c {2}d"; write one pair a line/],
    ["four columns", "a\tb\tc\td\n", /my\.txt:1: 4 columns .* keep/],
    ["an empty source", "a\tb\n\tb", /my\.txt:2: the source \(before the tab\) is empty/],
    ["an empty target", "a\t \t\n", /my\.txt:1: the target \(after the tab\) is empty/],
    ["no pair at all", "\n \n", /my\.txt: holds no sentence pair; give it lines/],
  ])("names file, line and cure for %s", (_, text, message) => {
    expect(() => datasets.parsePairs(text, { file: "my.txt" })).toThrow(message);
  });

  test("does not look beyond the lines it was asked for", () => {
    expect(datasets.parsePairs("a\tb\nc\td\nbroken", { numExamples: 1 })).toHaveLength(2);
    expect(() => datasets.parsePairs("a\tb\nc\td\nbroken", { numExamples: 2 })).toThrow(/text:3/);
  });

  test("then tokenizePairs equals preparing and splitting the text", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "B", "é", "'", ".", "!", ","), minLength: 1 });
    const line = fc.tuple(word, word).map(([source, target]) => `${source}\t${target}`);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (lines, numExamples) => {
        const text = `${lines.join("\n")}\n`;
        const strict = datasets.tokenizePairs(datasets.parsePairs(text, { numExamples }));
        expect(strict).toEqual(datasets.tokenizeNmt(datasets.preprocessNmt(text), numExamples));
      }),
    );
  });
});

describe("tokenizePairs", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "é", "1", "'"), minLength: 1 });
  const space = fc.constantFrom(" ", "\u00a0", "\u202f", "\u2009");

  test("takes no-break, narrow and thin spaces as spaces, also before a mark", () => {
    const mark = fc.constantFrom(".", "!", "?", ",");
    fc.assert(
      fc.property(fc.array(fc.tuple(word, space), { minLength: 1 }), mark, (parts, last) => {
        const text = `${parts.flat().join("")}${last}\t${parts.flat().join("")}${last}\tCC BY 2.0`;
        const tokens = [...parts.map(([token]) => token), last];
        expect(datasets.tokenizePairs(datasets.parsePairs(text))).toEqual({
          source: [tokens],
          target: [tokens],
        });
      }),
    );
  });
});

describe("loadDataNmt", () => {
  test("keeps thin spaces in the token, as d2l does", () => {
    const { pairs } = datasets.loadDataNmt({ text: "Who?\tQui\u2009?" });
    expect(pairs.target).toEqual([["qui\u2009", "?"]]);
  });
});

describe("truncatePad", () => {
  test("always gives numSteps entries: the line's beginning, then padding", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 20 }), (line, numSteps) => {
        const out = datasets.truncatePad(line, numSteps, -1);
        expect(out).toHaveLength(numSteps);
        const kept = Math.min(line.length, numSteps);
        expect(out.slice(0, kept)).toEqual(line.slice(0, kept));
        expect(out.slice(kept).every((entry) => entry === -1)).toBe(true);
      }),
    );
  });
});

describe("buildArrayNmt", () => {
  test("gives an empty block for no lines", () => {
    const vocab = new datasets.Vocab([], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
    const { array, rows, validLen } = datasets.buildArrayNmt([], vocab, 3);
    expect([array.length, rows, validLen.length]).toEqual([0, 0, 0]);
  });
});
