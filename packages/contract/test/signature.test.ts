import { describe, expect, expectTypeOf, it } from "vitest";
import * as contract from "../src/index.ts";
import { grids, zeros } from "./grid.ts";

const layerOptions = contract.options(
  "Layer",
  { bias: contract.flag(true) },
  { example: "new Layer(3, 0.1, { bias: false })" },
);
const layer = contract.signature(
  "Layer",
  { width: contract.required(contract.size()), dropout: contract.probability(0) },
  layerOptions,
);
const plain = contract.signature(
  "plain",
  { mask: contract.required(contract.tensorRuleOf(grids, "bool")) },
  "plain(mask)",
);

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
    expectTypeOf<contract.OptionsOf<typeof layer>>().toEqualTypeOf<contract.OptionsOf<typeof layerOptions>>();
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
    expect(() => plain([zeros([2])])).toThrow(contract.DTypeError);
    expect(() => plain([zeros([2])])).toThrow(
      "plain: mask must be bool, got float32[2]; compare it, as in mask.ne(0).",
    );
    expect(() => plain([[true]])).toThrow(contract.ArgumentError);
  });

  it("takes any float dtype, or any dtype, and says so", () => {
    const rules = {
      x: contract.required(contract.tensorRuleOf(grids, "float")),
      y: contract.required(contract.tensorRuleOf(grids)),
    };
    const f = contract.signature("f", rules, "f(x, y)");
    for (const dtype of ["float32", "float64"])
      expect(f([zeros([2], dtype), zeros([2], "int32")]).x.dtype).toBe(dtype);
    expect(() => f([zeros([2], "int32"), 0])).toThrow(
      'f: x must hold floats, got int32[2]; convert it with to("float32").',
    );
    expect(() => f([zeros([2]), 0])).toThrow("f: y must be a tensor, got 0.");
  });
});
