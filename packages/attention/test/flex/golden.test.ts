// The numbers of PyTorch's attention-gym. All cases where the folder of golden data is there; otherwise four that are kept here.

import { existsSync, readFileSync } from "node:fs";
import { grad } from "@saccade/autograd";
import { type Tensor, tensor, where } from "@saccade/tensor";
import { expect, test } from "vitest";
import { alibiSlopes } from "../../src/definitions/positions.ts";
import * as flex from "../../src/flex/index.ts";
import { numbers } from "../helpers.ts";

interface Numbers {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly data: readonly (number | string)[];
}
type Named<T> = Readonly<Record<string, T>>;
interface Case {
  readonly name: string;
  readonly attrs: Named<number> & { readonly box?: readonly [number, number]; readonly causal?: boolean };
  readonly inputs: Named<Numbers>;
  readonly outputs: Named<Numbers>;
  readonly cotangents: Named<Numbers>;
  readonly grads: Named<Numbers | null>;
}

const all = new URL("../../../../../shared/ladder/flex.json", import.meta.url);
const file = existsSync(all) ? all : new URL("cases.json", import.meta.url);
const { cases }: { cases: readonly Case[] } = JSON.parse(readFileSync(file, "utf8"));

function tensorOf({ shape, dtype, data }: Numbers): Tensor {
  const x = tensor(data.map(Number), { dtype: "float64" }).reshape([...shape]);
  return dtype === "bool" ? x.ne(0) : dtype === "int64" ? x.to("int32") : x;
}

/** The change of scores of a case, by the tensors and numbers that it brings. */
function scoreModOf(
  attrs: Case["attrs"],
  of: (name: string) => Tensor | undefined,
): flex.ScoreMod | undefined {
  const heads = of("q")!.size(1);
  const [table, bias, g] = [of("table"), of("bias"), of("g")];
  if (attrs["cap"] !== undefined) return flex.softcap(attrs["cap"]);
  if (table) return flex.relativeBias(table);
  if (bias) return (score, _b, h, q, kv) => score.add(flex.at(bias, h, q, kv));
  if (g) return (score, _b, h) => score.mul(flex.at(g, h));
  const slopes =
    attrs["slopes"] === undefined ? of("slopes") : tensor(alibiSlopes(heads), { dtype: "float64" });
  return slopes && ((score, _b, h, q, kv) => score.add(flex.at(slopes, h).mul(kv.sub(q))));
}

function maskModOf(attrs: Case["attrs"], of: (name: string) => Tensor | undefined): flex.MaskMod | undefined {
  const { window, rows, columns, box, causal } = attrs;
  const [documents, prefix, mask] = [of("documents"), of("prefix"), of("mask")];
  const masks: flex.MaskMod[] = [];
  if (causal) masks.push(flex.causal);
  if (window !== undefined) masks.push(flex.slidingWindow(window));
  if (documents) masks.push(flex.documentMask(documents));
  if (prefix) masks.push(flex.prefixLm(prefix));
  if (mask) masks.push((b, _h, q, kv) => flex.at(mask, b, 0, q, kv));
  if (box)
    masks.push((_b, _h, q, kv) => {
      // A box of keys around each query, moved inside at the edges.
      const inside = (query: flex.Traced, key: flex.Traced, size: number, reach: number): flex.Traced => {
        const first = query.sub(Math.floor(reach / 2)).clamp({ min: 0, max: size - reach });
        return key.ge(first).logicalAnd(key.lt(first.add(reach)));
      };
      const down = inside(q.floorDivide(columns!), kv.floorDivide(columns!), rows!, box[0]);
      return down.logicalAnd(inside(q.remainder(columns!), kv.remainder(columns!), columns!, box[1]));
    });
  return masks.length === 0 ? undefined : flex.andMasks(...masks);
}

function expectNear(what: string, found: Tensor, wanted: Numbers): void {
  expect(found.shape, what).toEqual(wanted.shape);
  const far = numbers(found).map((x, i) => {
    const y = Number(wanted.data[i]);
    return x === y ? 0 : Math.abs(x - y) / Math.max(1, Math.abs(y));
  });
  expect(Math.max(...far), what).toBeLessThan(1e-8);
}

test.each(cases.map((one) => [one.name, one] as const))("%s", (_, { attrs, inputs, ...wanted }) => {
  const names = Object.keys(inputs).filter((name) => inputs[name]!.dtype === "float64");
  const fixed = Object.entries(inputs).filter(([name]) => !names.includes(name));
  const others = Object.fromEntries(fixed.map(([name, x]) => [name, tensorOf(x)]));
  const run = (...given: Tensor[]): Named<Tensor> => {
    const of = (name: string): Tensor | undefined => given[names.indexOf(name)] ?? others[name];
    const [q, k, v] = ["q", "k", "v"].map((name) => of(name)!) as [Tensor, Tensor, Tensor];
    const [b, h, lq, lk] = [q.size(0), q.size(1), q.size(2), k.size(2)];
    const [scoreMod, maskMod] = [scoreModOf(attrs, of), maskModOf(attrs, of)];
    const blockMask = maskMod && flex.createBlockMask(maskMod, b, h, lq, lk);
    const summaries = ["logSumExp"] as const;
    const found = flex.flexAttention(q, k, v, { scoreMod, blockMask, summaries });
    return { out: found.output, lse: found.summaries.logSumExp };
  };
  const given = names.map((name) => tensorOf(inputs[name]!));
  for (const [name, x] of Object.entries(run(...given))) expectNear(name, x, wanted.outputs[name]!);
  const loss = (...xs: Tensor[]): Tensor =>
    Object.entries(run(...xs))
      .map(([name, x]) => {
        const cotangent = tensorOf(wanted.cotangents[name]!);
        return where(cotangent.ne(0), x, 0).mul(cotangent).sum();
      })
      .reduce((a, b) => a.add(b));
  const slopes = grad(loss, { argnums: names.map((_, i) => i) })(...given);
  for (const [i, name] of names.entries())
    if (wanted.grads[name]) expectNear(`the gradient of ${name}`, slopes[i]!, wanted.grads[name]!);
});
