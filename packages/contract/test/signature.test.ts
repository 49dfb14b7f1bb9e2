import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  ArgumentError,
  DTypeError,
  flag,
  type OptionsOf,
  options,
  probability,
  required,
  signature,
  size,
  tensorRuleOf,
} from "../src/index.ts";
import { grids, zeros } from "./grid.ts";

const layerOptions = options(
  "Layer",
  { bias: flag(true) },
  { example: "new Layer(3, 0.1, { bias: false })" },
);
const layer = signature("Layer", { width: required(size()), dropout: probability(0) }, layerOptions);
const plain = signature("plain", { mask: required(tensorRuleOf(grids, "bool")) }, "plain(mask)");

describe("signature", () => {
  it("gives positional values, options and defaults by name, with their types", () => {
    const given = layer([3]);
    expect(given).toEqual({ width: 3, dropout: 0, bias: true });
    expectTypeOf(given.width).toEqualTypeOf<number>();
    expectTypeOf(given.bias).toEqualTypeOf<boolean>();
    expect(layer([3, undefined, { bias: false }])).toEqual({ width: 3, dropout: 0, bias: false });
  });

  it("has the type of the options that follow", () => {
    expect(layer.options).toBe(layerOptions);
    expect(plain.options).toBeUndefined();
    expectTypeOf<OptionsOf<typeof layer>>().toEqualTypeOf<OptionsOf<typeof layerOptions>>();
  });

  it("takes exactly what holds to the rules", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (width, dropout) => {
        const fits =
          Number.isInteger(width) &&
          Number(width) >= 1 &&
          Number(width) < 2 ** 31 &&
          (dropout === undefined || (typeof dropout === "number" && dropout >= 0 && dropout < 1));
        if (fits) expect(layer([width, dropout]).width).toBe(width);
        else expect(() => layer([width, dropout])).toThrow(ArgumentError);
      }),
    );
  });

  it("names the argument that is missing or wrong, and unknown options", () => {
    expect(() => layer([])).toThrow(
      "Layer: width must be a whole number ≥ 1, got undefined; write new Layer(3, 0.1, { bias: false }).",
    );
    expect(() => layer([3, 2])).toThrow("Layer: dropout must be a number ≥ 0 and < 1, got 2.");
    expect(() => layer([3, 0, { Bias: true }])).toThrow('Layer: no option "Bias"; did you mean "bias"?');
  });
});

describe("tensorRuleOf", () => {
  it("takes tensors of the class and dtype, and says how to convert others", () => {
    const mask = zeros([2], "bool");
    expect(plain([mask]).mask).toBe(mask);
    expect(() => plain([zeros([2])])).toThrow(DTypeError);
    expect(() => plain([zeros([2])])).toThrow(
      "plain: mask must be bool, got float32[2]; compare it, as in mask.ne(0).",
    );
    expect(() => plain([[true]])).toThrow(ArgumentError);
  });

  it("takes any float dtype, or any dtype, and says so", () => {
    const rules = { x: required(tensorRuleOf(grids, "float")), y: required(tensorRuleOf(grids)) };
    const f = signature("f", rules, "f(x, y)");
    for (const dtype of ["float32", "float64"])
      expect(f([zeros([2], dtype), zeros([2], "int32")]).x.dtype).toBe(dtype);
    expect(() => f([zeros([2], "int32"), 0])).toThrow(
      'f: x must hold floats, got int32[2]; convert it with to("float32").',
    );
    expect(() => f([zeros([2]), 0])).toThrow("f: y must be a tensor, got 0.");
  });
});
