import { describe, expect, it } from "vitest";
import { sparkline, terminalCurve, terminalHeatmap } from "../src/index.ts";

describe("terminalHeatmap", () => {
  it("shades cells, aligns accents and wide characters, and hangs long column labels from lines", () => {
    const rows = ["e\u0301te\u0301", "猫", "là-bas"];
    const cols = ["they", "were", "猫"];
    const drawn = terminalHeatmap(
      [
        [1, 0, 0.5],
        [0, 1, 0.25],
        [0, 0, 0.75],
      ],
      { rows, cols, title: "Alignment" },
    );
    expect(drawn).toBe(
      [
        "       Alignment",
        "   e\u0301te\u0301 ██  ▒▒",
        "    猫   ██░░",
        "là-bas     ▓▓",
        "       │ │ └ 猫",
        "       │ └ were",
        "       └ they",
        "",
        "       0 [  ░░▒▒▓▓██] 1",
      ].join("\n"),
    );
  });

  it("numbers rows and columns without labels, and marks cells that hold no value", () => {
    expect(
      terminalHeatmap([
        [0, 1],
        [Number.NaN, Number.NEGATIVE_INFINITY],
      ]),
    ).toBe(["0   ██", "1 ····", "  0 1", "", "  0 [  ░░▒▒▓▓██] 1"].join("\n"));
  });

  it("paints cells in 24-bit colour when asked", () => {
    const drawn = terminalHeatmap([[0, 1]], { color: true });
    const [first] = drawn.split("\n");
    expect(first).toBe("0 \u001b[48;2;68;1;84m  \u001b[0m\u001b[48;2;253;231;37m  \u001b[0m");
  });

  it("draws all-equal values", () => {
    expect(terminalHeatmap([[0.5, 0.5]]).split("\n")[0]).toBe("0 ████");
    expect(terminalHeatmap([[0, 0]]).split("\n")[0]).toBe("0");
  });

  it("never lets a label's control characters reach the terminal", () => {
    const drawn = terminalHeatmap([[1]], { rows: ["a\u001b[31m\n"], cols: ["b"] });
    expect(drawn).not.toContain("\u001b");
    expect(drawn.split("\n")[0]).toBe("a␛[31m␊ ██");
  });

  it("gives signed values a sign and a shade", () => {
    const signed = [
      [1, -0.5],
      [0, Number.NaN],
    ];
    expect(terminalHeatmap(signed, { colorScheme: "rdbu" })).toBe(
      ["0 +█−▒", "1   ··", "  0 1", "", "  −1 [−█−▓−▒−░  +░+▒+▓+█] 1"].join("\n"),
    );
  });
});

describe("sparkline", () => {
  it("draws a bar for each value", () => {
    expect(sparkline([8, 7, 6, 5, 4, 3, 2, 1])).toBe("█▇▆▅▄▃▂▁");
    expect(sparkline([1, Number.NaN, 0])).toBe("█·▁");
    expect(sparkline([2, 2, 2])).toBe("▄▄▄");
  });

  it("averages down to a width", () => {
    expect(sparkline([0, 0, 1, 1], { width: 2 })).toBe("▁█");
    expect(sparkline([0, 1], { width: 10 })).toBe("▁█");
  });
});

describe("terminalCurve", () => {
  it("draws a falling line with its highest and lowest value", () => {
    expect(terminalCurve([1, 0], { width: 4, height: 2, title: "loss" })).toBe(
      ["loss", "1 ┤⠑⢄", "0 ┤  ⠑⢄"].join("\n"),
    );
  });

  it("leaves a gap at NaN and draws constant values", () => {
    expect(terminalCurve([1, Number.NaN, 1], { width: 3, height: 1 })).toBe("1 ┤⠁ ⠈");
    expect(terminalCurve([2], { width: 3, height: 1 })).toBe("2 ┤⠉");
  });
});
