import { valueAndGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { backward, forward, passes } from "../src/expression-graph/expression.ts";
import { focus, set, shown, textOf } from "./shown.ts";

const says = (figure: Element): string | null => textOf(figure, ".says");
const gradOf = (figure: Element, name: string): string | null => textOf(figure, `.node.${name} .grad`);

test("values and gradients are those of the library's tape", () => {
  for (const [a, b, c] of [
    [1, -0.5, 0.8],
    [-2, 0.3, 1.4],
    [0, 2, -0.1],
  ] as const) {
    const graph = forward({ a, b, c });
    const params = {
      a: tensor(a, { dtype: "float64" }),
      b: tensor(b, { dtype: "float64" }),
      c: tensor(c, { dtype: "float64" }),
    };
    const { value, grads } = valueAndGrad(
      () => params.a.mul(params.b).add(params.c).tanh().mul(params.a),
      params,
    );
    expect(graph.y.value).toBeCloseTo(value.item(), 12);
    const ours = backward(graph, passes.length);
    for (const name of ["a", "b", "c"] as const) expect(ours[name]).toBeCloseTo(grads[name].item(), 12);
  }
});

test("the graph shows all gradients, and a's is the sum over its two paths", async () => {
  const figure = await shown("expression-graph");
  const graph = forward({ a: 1, b: -0.5, c: 0.8 });
  const grads = backward(graph, passes.length);
  expect(gradOf(figure, "a")).toBe(grads.a!.toFixed(2).replace("-", "−"));
  expect(gradOf(figure, "y")).toBe("1.00");
  expect(says(figure)).toContain("Gradient of a: 0.29 · 1.00 through y + (−0.50) · 0.92 through p = −0.17");
  // The real change is the one that the gradient says, up to the curvature.
  const [, real, told] = /moves by (\S+)\. The gradient says (\S+)\.$/.exec(says(figure) ?? "") ?? [];
  const number = (text: string | undefined): number => Number(text?.replace("−", "-"));
  expect(number(real)).toBeCloseTo(number(told), 3);
  expect(number(told)).toBeCloseTo(0.01 * grads.a!, 5);
});

test("gradients arrive step by step, and a box is chosen by the Tab key", async () => {
  const figure = await shown("expression-graph", "zh");
  const slider = [...figure.querySelectorAll<HTMLInputElement>("input[type=range]")].at(-1)!;
  await set(slider, 1);
  expect(slider.getAttribute("aria-valuetext")).toBe("1 / 4：y 把梯度往回传");
  // One of a's two ways has arrived.
  expect([gradOf(figure, "a"), gradOf(figure, "t"), gradOf(figure, "s")]).toEqual(["0.29", "1.00", "–"]);
  await focus(figure, ".node.s rect");
  expect(says(figure)).toBe("还没有梯度传到 s。");
  expect(figure.querySelectorAll("[aria-pressed=true]")).toHaveLength(1);
  await set(slider, 4);
  expect(gradOf(figure, "s")).toBe("0.92");
});
