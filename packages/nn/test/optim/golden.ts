import { readFileSync } from "node:fs";
import { fromData, type Tensor } from "@saccade/tensor";
import { numelOf } from "@saccade/tensor/backend";
import { expect } from "vitest";

/** A tensor as PyTorch's golden results hold it. */
export interface GoldenTensor {
  readonly shape: readonly number[];
  readonly data: readonly number[];
}

type Attr = number | boolean | string | readonly number[];
type Named = Readonly<Record<string, GoldenTensor | null>>;

export interface GoldenCase {
  readonly name: string;
  readonly op: string;
  readonly attrs: Readonly<Record<string, Attr>>;
  readonly params?: Readonly<Record<string, GoldenTensor>>;
  readonly step_grads?: readonly Named[];
  readonly step_params?: readonly Readonly<Record<string, GoldenTensor>>[];
  readonly state_after?: Readonly<Record<string, Readonly<Record<string, GoldenTensor | number | null>>>>;
  readonly lrs?: readonly number[];
  readonly momenta?: readonly number[];
  readonly averages?: readonly Readonly<Record<string, GoldenTensor>>[];
}

// Of PyTorch 2.13, by fixtures/optim-more.py; tools/golden has those of 1.13.
const { cases }: { readonly cases: readonly GoldenCase[] } = JSON.parse(
  readFileSync(new URL("../fixtures/optim-more.json", import.meta.url), "utf8"),
);

/** PyTorch's cases whose name starts so. */
export function goldenCases(prefix: string): readonly GoldenCase[] {
  return cases.filter((entry) => entry.name.startsWith(prefix));
}

export function golden(x: GoldenTensor): Tensor {
  return fromData(Float32Array.from(x.data), x.shape);
}

export function goldenAll(named: Readonly<Record<string, GoldenTensor>>): Record<string, Tensor> {
  return Object.fromEntries(Object.entries(named).map(([name, x]) => [name, golden(x)]));
}

/** |x − wanted| ≤ within · max(1, |wanted|), element by element. */
export function expectClose(x: Tensor, wanted: GoldenTensor, label: string, within: number = 1e-5): void {
  expect(x.shape, label).toEqual(wanted.shape);
  const data = x.dataSync();
  for (let i = 0; i < numelOf(wanted.shape); i++) {
    const error = Math.abs(data[i]! - wanted.data[i]!) / Math.max(1, Math.abs(wanted.data[i]!));
    expect(error, `${label}[${i}]: ${data[i]} for ${wanted.data[i]}`).toBeLessThanOrEqual(within);
  }
}

/** The options of a case with camelCase names, T_max and its like included. */
export function camelOptions(attrs: GoldenCase["attrs"]): object {
  const camel = (name: string): string =>
    name.toLowerCase().replace(/_([a-z0-9])/g, (_, c) => c.toUpperCase());
  return Object.fromEntries(Object.entries(attrs).map(([name, value]) => [camel(name), value]));
}
