// The published code's numbers, through the functions of this entry. All cases where the folder of golden data is there; otherwise
// five that are kept here. The definitions are held to all of them by tools/golden.

import { existsSync, readFileSync } from "node:fs";
import { grad } from "@saccade/autograd";
import { Generator, randn, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { unitRows } from "../../src/definitions/ladder/memories.ts";
import * as ladder from "../../src/ladder/index.ts";
import { numbers } from "../helpers.ts";

interface Numbers {
  readonly shape: readonly number[];
  readonly data: readonly (number | string)[];
}
type Named<T> = Readonly<Record<string, T>>;
interface Case {
  readonly name: string;
  readonly op: string;
  readonly attrs: { readonly scale?: number; readonly l2norm?: boolean; readonly l2norm_keys?: boolean };
  readonly inputs: Named<Numbers>;
  readonly outputs: Named<Numbers>;
  readonly cotangents: Named<Numbers>;
  readonly grads: Named<Numbers | null>;
}

const folder = new URL("../../../../../shared/ladder/", import.meta.url);
const files = ["gla", "simple_gla", "delta_rule", "gated_delta", "kda", "retention"].map(
  (name) => new URL(`${name}.json`, folder),
);
const read = (file: URL): readonly Case[] => JSON.parse(readFileSync(file, "utf8")).cases;
const paths = files.every((file) => existsSync(file)) ? files : [new URL("cases.json", import.meta.url)];
const cases = paths.flatMap(read).filter(({ op }) => op !== "ladder.ssd");

type Options = {
  readonly state?: Tensor;
  readonly g: Tensor;
  readonly beta: Tensor;
  readonly chunkSize: number;
};
type Run = (q: Tensor, k: Tensor, v: Tensor, options: Options) => { output: Tensor; state: Tensor };
const signed = { allowNegEigval: true };
const runs: Named<Run> = {
  "ladder.gatedLinearAttention": (q, k, v, { beta: _, ...o }) => ladder.gatedLinearAttention(q, k, v, o),
  "ladder.simpleGatedLinearAttention": (q, k, v, { beta: _, ...o }) =>
    ladder.gatedLinearAttention(q, k, v, o),
  "ladder.deltaRule": (q, k, v, { g: _, ...o }) => ladder.deltaRule(q, k, v, { ...o, ...signed }),
  "ladder.gatedDeltaRule": (q, k, v, o) => ladder.gatedDeltaRule(q, k, v, { ...o, ...signed }),
  "ladder.kimiDeltaAttention": (q, k, v, o) => ladder.kimiDeltaAttention(q, k, v, { ...o, ...signed }),
  "ladder.retention": (q, k, v, { g, beta: _, ...o }) => ladder.retention(q, k, v, { ...o, logGamma: g }),
};

const float64 = ({ shape, data }: Numbers): Tensor =>
  tensor(data.map(Number), { dtype: "float64" }).reshape([...shape]);

function expectNear(what: string, found: Tensor, wanted: Numbers): void {
  expect(found.shape).toEqual(wanted.shape);
  const largest = Math.max(1, ...wanted.data.map((x) => Math.abs(Number(x))));
  const most = Math.max(...numbers(found).map((x, i) => Math.abs(x - Number(wanted.data[i]))));
  expect(most, what).toBeLessThan(1e-7 * largest);
}

describe.each([1, 5, 64])("in chunks of %i", (chunkSize) => {
  test.each(cases.map((one) => [`${one.op} ${one.name}`, one] as const))("%s", (_, one) => {
    const names = Object.keys(one.inputs);
    const run = (...given: Tensor[]): { output: Tensor; state: Tensor } => {
      const of = (name: string): Tensor => given[names.indexOf(name)]!;
      const { scale, l2norm, l2norm_keys } = one.attrs;
      const unit = (x: Tensor, wanted: boolean | undefined): Tensor => (wanted ? unitRows(x) : x);
      const [q, k] = [unit(of("q"), l2norm), unit(of("k"), l2norm ?? l2norm_keys)];
      const g = of("g") ?? of("log_gamma");
      const options = { g, beta: of("beta"), state: of("state"), scale, chunkSize };
      return runs[one.op]!(q, k, of("v"), options);
    };
    const inputs = names.map((name) => float64(one.inputs[name]!));
    const { output, state } = run(...inputs);
    expectNear("out", output, one.outputs["out"]!);
    expectNear("state", state, one.outputs["state"]!);
    const loss = (...given: Tensor[]): Tensor => {
      const found = run(...given);
      const each = { out: found.output, state: found.state };
      return Object.entries(each)
        .map(([name, x]) => x.mul(float64(one.cotangents[name]!)).sum())
        .reduce((a, b) => a.add(b));
    };
    const slopes = grad(loss, { argnums: names.map((_, i) => i) })(...inputs);
    names.forEach((name, i) => {
      const wanted = one.grads[name];
      if (wanted) expectNear(`the gradient of ${name}`, slopes[i]!, wanted);
    });
  });
});

test("float32 in chunks agrees with float64 token by token, at lengths of no chunk", () => {
  const generator = new Generator(3);
  const draw = (...shape: number[]): Tensor => randn([1, 2, ...shape], { generator, dtype: "float64" });
  const [q, k, v] = [unitRows(draw(150, 8)), unitRows(draw(150, 8)), draw(150, 6)];
  const [g, beta] = [draw(150).softplus().neg(), draw(150).sigmoid().mul(2)];
  const exact = ladder.gatedDeltaRule(q, k, v, { g, beta, ...signed, chunkSize: 1 }).output;
  const half = (x: Tensor): Tensor => x.to("float32");
  const rounded = ladder.gatedDeltaRule(half(q), half(k), half(v), {
    g: half(g),
    beta: half(beta),
    ...signed,
  });
  const far = rounded.output.to("float64").sub(exact).abs().max().item();
  expect(far).toBeLessThan(2e-5 * Math.max(1, exact.abs().max().item()));
});
