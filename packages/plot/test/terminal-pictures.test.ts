import { describe, expect, it } from "vitest";
import * as plot from "../src/index.ts";

const pattern = [
  [1, 0, 0],
  [0.9, 0.1, 0],
  [0.1, 0.7, 0.2],
];
const tokens = ["The", " cat", " sat"];

describe("terminalHeatmap", () => {
  it("gives signed values a sign and a shade", () => {
    expect(
      plot.terminalHeatmap(
        [
          [1, -0.5],
          [0, Number.NaN],
        ],
        { colorScheme: "rdbu" },
      ),
    ).toBe(["0 +█−▒", "1   ··", "  0 1", "", "  −1 [−█−▓−▒−░  +░+▒+▓+█] 1"].join("\n"));
  });
});

describe("terminalHeadGrid", () => {
  it("draws heads side by side, layers below each other, and names the outstanding heads", () => {
    const self = pattern.map((_, q) => pattern.map((_, k) => Number(q === k)));
    expect(
      plot.terminalHeadGrid(
        [
          [pattern, self],
          [self, self],
        ],
        { title: "Heads" },
      ),
    ).toBe(
      [
        "Heads",
        "    0       1",
        "  0 ██      ██",
        "    ██        ██",
        "      ▓▓░░      ██",
        "",
        "  1 ██      ██",
        "      ██      ██",
        "        ██      ██",
        "",
        "2 layers of 2 heads, 3 queries by 3 keys. Most attention to the previous token: layer 0, head 0 (0.80); to the first: layer 0, head 0 (0.50).",
      ].join("\n"),
    );
  });

  it("pools large patterns, and continues below with heads that do not fit", () => {
    const large = Array.from({ length: 40 }, () => Array.from({ length: 40 }, () => 0.5));
    const drawn = plot.terminalHeadGrid([Array.from({ length: 12 }, () => large)], { width: 60 }).split("\n");
    expect(Math.max(...drawn.slice(0, -1).map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(drawn.filter((line) => line.startsWith("  0 "))).toHaveLength(3);
  });
});

describe("terminalTokenView", () => {
  it("shades tokens by the chosen token's row", () => {
    expect(plot.terminalTokenView(pattern, { tokens, chosen: 1 })).toBe(
      ["The [cat] sat", "███", "", "Token 1 “ cat” → “The” 0.9, “ cat” 0.1"].join("\n"),
    );
  });

  it("gives signed values a sign, breaks lines, and paints in colour when asked", () => {
    const values = [0.5, -1, Number.NaN];
    expect(plot.terminalTokenView(values, { tokens, width: 8 })).toBe(
      [
        ...["The cat", "+▒▒ −██", "sat", "···"],
        ...["", "Largest: token 0 “The”: 0.5. Smallest: token 1 “ cat”: −1."],
      ].join("\n"),
    );
    expect(plot.terminalTokenView([0, 1], { tokens: ["a", "b"], color: true })).toContain(
      "\u001b[48;2;8;48;107m\u001b[38;2;255;255;255mb\u001b[0m",
    );
  });
});

describe("terminalAttributionBars", () => {
  it("draws bars to both sides of an axis, with labels and values", () => {
    expect(
      plot.terminalAttributionBars([2, -1, 0.25], { labels: ["head 0.1", "mlp", "embed"], width: 26 }),
    ).toBe(
      [
        "head 0.1    2     │███████▎",
        "     mlp   −1 ████│",
        "   embed 0.25     │▉",
        "",
        "Largest: head 0.1: 2. Smallest: mlp: −1. Sum: 1.25.",
      ].join("\n"),
    );
  });
});

describe("terminalLensTable", () => {
  it("shows tokens with their spaces and probabilities, and continues below what does not fit", () => {
    const predicted = [
      [" dog", "\n", "."],
      [" cat", " sat", "."],
    ];
    const probabilities = [
      [0.1, 0.25, 0.5],
      [0.5, 0.6, Number.NaN],
    ];
    expect(plot.terminalLensTable(probabilities, { predicted, cols: tokens, width: 22 })).toBe(
      [
        ...["   The       cat", "0  ·dog 10%  ↵ 25%", "1  ·cat 50%  ·sat 60%", ""],
        ...["   sat", "0  . 50%", "1  . ··", ""],
        "At the last position, layer 1 predicts “.” (no value); it is the most probable token from layer 0 on.",
      ].join("\n"),
    );
  });
});
