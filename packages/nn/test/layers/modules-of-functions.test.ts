import { manualSeed, Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { type Call, call, callMethod, givenTo } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import { layers } from "../wrong-calls/layers.calls.ts";
import { losses } from "../wrong-calls/losses.calls.ts";
import { windowLayers } from "../wrong-calls/windows.calls.ts";

const functions: Readonly<Record<string, unknown>> = { ...nn.functional };
const { functional } = nn;

/** The function of a module, by its name: of BCELoss, that of which its errors speak. */
function functionOf(name: string, { says }: Call): unknown {
  const found = Object.keys(functional).find((one) => one.toLowerCase() === name.toLowerCase());
  return functions[String(says ?? found)];
}

const modules = Object.entries<Call>({ ...layers, ...losses, ...windowLayers }).filter(([name, of]) => {
  // Functions of dropout do nothing unless they are told to, and `upsample` lacks an option of Upsample.
  if (!/^[A-Z]/.test(name) || /Parameter|Dropout|Upsample/.test(name) || !functionOf(name, of)) return false;
  return (Object(call(Reflect.get(nn, name), ...givenTo(of))) as nn.Module).parameters().length === 0;
});

test.each(modules)("%s is its function with its settings", (name, of) => {
  const { takes = {} } = of.methods!["forward"]!;
  const needed = Object.entries(takes).filter(([input]) => !input.endsWith("?"));
  const [given, inputs] = [givenTo(of), givenTo({ takes: Object.fromEntries(needed) })];
  const layer = Object(call(Reflect.get(nn, name), ...given));
  manualSeed(1);
  const got = callMethod(layer, "forward", ...inputs);
  manualSeed(1);
  const want = call(functionOf(name, of), ...inputs, ...given);
  if (!(got instanceof Tensor) || !(want instanceof Tensor)) throw new Error("no tensors");
  expect(got.toArray()).toEqual(want.toArray());
});

test("functions have the names that they are exported by", () => {
  const names = Object.entries(nn.functional).map(([name, f]) => [name, f.name]);
  const alias = ["binaryCrossEntropyWithLogits", "bceWithLogits"];
  expect(names.filter(([name, own]) => name !== own)).toEqual([alias]);
});
