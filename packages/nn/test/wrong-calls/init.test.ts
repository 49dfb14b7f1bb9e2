import { ones } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { init, Linear, Parameter } from "../../src/index.ts";
import { call, expectRefused, type WrongCall } from "./helpers.ts";

const writers = Object.entries(init).filter(([name]) => !name.startsWith("calculate"));

describe.each(writers)("init.%s", (name, f) => {
  test("writes Parameters only", () => {
    for (const value of [undefined, null, 3, "w", [1], ones([2, 2]), new Linear(2, 2)])
      expectRefused(() => call(f, value, 1), `init.${name}: parameter must be a Parameter`);
  });

  test("refuses unknown options, and leaves the parameter alone", () => {
    const w = new Parameter(ones([2, 2]));
    if (/constant|zeros|ones/.test(name)) return;
    const between = /^(uniform|normal)$/.test(name) ? [0, 1] : [];
    for (const value of [null, 2, "relu", true, [1]])
      expectRefused(() => call(f, w, ...between, value), `init.${name}: options must be an object`);
    expectRefused(() => call(f, w, ...between, { seed: 1 }), 'no option "seed"');
    expectRefused(() => call(f, w, ...between, { generator: 1 }), "generator must be a Generator");
    expect(w.toArray()).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});

const w = new Parameter(ones([2, 2]));

const wrong: readonly WrongCall[] = [
  [
    "a vector without fans",
    "init.xavierUniform: a weight of [2] has no fan-in",
    () => call(init.xavierUniform, new Parameter(ones([2]))),
  ],
  ["a low that is NaN", "init.uniform: low must be a finite number", () => call(init.uniform, w, Number.NaN)],
  [
    "bounds out of order",
    "init.uniform: high must be a finite number ≥ 1",
    () => call(init.uniform, w, 1, 0),
  ],
  ["options as bounds", "init.uniform: low must be a finite number", () => call(init.uniform, w, { low: 1 })],
  ["a negative std", "init.normal: std must be a finite number ≥ 0", () => call(init.normal, w, 0, -1)],
  ["a string mean", "init.normal: mean must be a finite number", () => call(init.normal, w, "0")],
  ["fan_in", 'did you mean "fanIn"?', () => call(init.kaimingUniform, w, { mode: "fan_in" })],
  [
    "leaky_relu",
    'did you mean "leakyRelu"?',
    () => call(init.kaimingNormal, w, { nonlinearity: "leaky_relu" }),
  ],
  [
    "a of NaN",
    "init.kaimingUniform: a must be a finite number",
    () => call(init.kaimingUniform, w, { a: Number.NaN }),
  ],
  [
    "gain as a string",
    "init.xavierUniform: gain must be a finite number",
    () => call(init.xavierUniform, w, { gain: "2" }),
  ],
  [
    "an infinite gain",
    "init.orthogonal: gain must be a finite number",
    () => call(init.orthogonal, w, { gain: Number.POSITIVE_INFINITY }),
  ],
  ["no value", "init.constant: value must be a number, got undefined", () => call(init.constant, w)],
  [
    "an unknown nonlinearity",
    "init.calculateGain: nonlinearity must be one of",
    () => call(init.calculateGain, "swish"),
  ],
  ["the gain of nothing", "init.calculateGain: nonlinearity must be one of", () => call(init.calculateGain)],
  [
    "the fans of a shape",
    "init.calculateFans: weight must be a tensor",
    () => call(init.calculateFans, [2, 3]),
  ],
  ["a vector's fans", "takes two dims", () => call(init.xavierNormal, new Parameter(ones([3])))],
];

test.each(wrong)("%s: refused", (_given, message, f) => {
  expectRefused(f, message);
});
