import type { Module } from "@saccade/nn";
import { cat, ShapeError, scope, stack, Tensor } from "@saccade/tensor";
import { badArgument, describeValue, formatShape, isPlainObject, sameShape } from "@saccade/tensor/backend";
import { size } from "@saccade/tensor/contract";
import { hookNames } from "../names.ts";
import type { BatchInput, Metric } from "../run/calls.ts";
import { type Hook, type HookList, type HookPoint, type Input, Listening } from "../run/listen.ts";

// Several interventions run side by side, as rows of one batch: row i of the larger batch has only the hooks of intervention i.
// The batch grows as late as possible, so that the part before the first hook is computed once.

/** The option of the number of interventions per run. */
export const chunkRules = {
  /** The number of interventions per run, as rows of one batch: fewer need less memory. Default 32. */
  chunkSize: size(32),
};

/** A checked call that runs a model. */
export interface RunCall {
  readonly what: string;
  readonly model: Module;
  readonly input: BatchInput;
}

/** A checked call that measures runs with interventions. */
export interface MeasureCall extends RunCall {
  readonly metric: Metric<never>;
  readonly chunkSize: number;
}

/**
 * Runs interventions side by side and yields the metric of their runs, chunk by chunk: as if each ran separately, within
 * rounding.
 */
export function* sideBySide(
  call: MeasureCall,
  interventions: readonly HookList[],
): Generator<[i: number, value: Tensor][]> {
  const { input } = call;
  const alone = typeof input === "function" && input.length === 0;
  const names = hookNames(call.model);
  const groups = new Map<string | null, number[]>();
  interventions.forEach((hooks, i) => {
    const from = growthOf(hooks, input, names);
    groups.set(from, [...(groups.get(from) ?? []), i]);
  });
  const chunkSize = alone ? 1 : call.chunkSize;
  for (const [from, indices] of groups)
    for (let i = 0; i < indices.length; i += chunkSize) {
      const chunk = indices.slice(i, i + chunkSize);
      yield scope(() => {
        const hooks = chunk.map((index) => interventions[index]!);
        const outputs = runChunk(call, from, hooks);
        return chunk.map((index, row) => [index, measure(call, outputs(row))]);
      });
    }
}

/** The metric of each intervention. */
export function measureAll(call: MeasureCall, interventions: readonly HookList[]): Tensor[] {
  const all: Tensor[] = [];
  for (const chunk of sideBySide(call, interventions)) for (const [i, value] of chunk) all[i] = value;
  return all;
}

/** Values in a table of given sizes, followed by their shape. */
export function inTable(values: readonly Tensor[], sizes: readonly number[]): Tensor {
  const all = stack(values);
  return all.reshape([...sizes, ...all.shape.slice(1)]);
}

/** A metric's value, in a separate tensor. @throws ArgumentError where it returns no tensor. */
export function measure({ what, metric }: Pick<MeasureCall, "what" | "metric">, output: unknown): Tensor {
  const value: unknown = metric(output as never);
  if (value instanceof Tensor) return value.clone();
  const fix = `it gave ${describeValue(value)}; write (logits) => logits.select(1, -1).mean()`;
  throw badArgument(what, "metric", "a function that returns a tensor", metric, fix);
}

/** Runs a model once, with hooks. */
export function runOnce({ what, model, input }: RunCall, hooks: HookList): unknown {
  const listening = new Listening(what, model, false);
  listening.add(hooks);
  return listening.runNow(single(input));
}

// "blocks.", 2 and "attn.hook_z"
const blockOf = /^(|.*?\.)(\d+)\.(.*)$/;
const afterAttention = /^(hook_resid_mid|hook_mlp_|hook_resid_post|mlp\.|ln2\.)/;

/**
 * The site at which the batch may grow: the stream before the first block that a hook touches, or between its attention and its
 * feed-forward network. Null where it grows at the input: outside of blocks, and if the model has inputs other than the first
 * (masks, another sequence), whose batch would not grow with it.
 */
function growthOf(hooks: HookList, input: BatchInput, names: readonly string[]): string | null {
  let inputs = 0;
  mapTensors(input, () => {
    inputs++;
  });
  if (typeof input === "function" || inputs > 1 || hooks.length === 0) return null;
  const places = hooks.map(([site]) => blockOf.exec(site));
  const [stack] = places.map((place) => place?.[1]);
  const layers = places.map((place) => (place?.[1] === stack ? Number(place?.[2]) : Number.NaN));
  const first = Math.min(...layers);
  const inFirst = places.filter((place) => Number(place?.[2]) === first);
  const between = inFirst.every((place) => afterAttention.test(place?.[3] ?? ""));
  const candidates = between ? ["hook_resid_mid", "hook_resid_pre"] : ["hook_resid_pre"];
  const found = candidates.map((short) => `${stack}${first}.${short}`).find((name) => names.includes(name));
  return found ?? null;
}

/** A value with other tensors in place of its own: of itself, or in arrays and plain objects. */
function mapTensors(value: unknown, f: (x: Tensor) => unknown): unknown {
  if (value instanceof Tensor) return f(value);
  if (Array.isArray(value)) return value.map((part) => mapTensors(part, f));
  if (typeof value !== "object" || value === null || !isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTensors(part, f)]));
}

/** Runs a chunk and returns the output of each of its rows. */
function runChunk(call: RunCall, from: string | null, chunk: readonly HookList[]): (row: number) => unknown {
  const { what, model, input } = call;
  if (chunk.length === 1) {
    const output = runOnce(call, chunk[0]!);
    return () => output;
  }
  const listening = new Listening(what, model, false);
  const rows = chunk.length;
  let batch = 1;
  const grow = (x: Tensor): Tensor => {
    batch = x.size(0);
    return repeatRows(x, rows);
  };
  if (from !== null) listening.add([[from, grow]]);
  const sites = new Set(chunk.flatMap((hooks) => hooks.map(([site]) => site)));
  for (const site of sites) {
    const own = chunk.map((hooks) => hooks.flatMap(([name, hook]) => (name === site ? [hook] : [])));
    listening.add([[site, (x, point) => visitRows(what, x, batch, own, point)]]);
  }
  const output = listening.runNow(from === null ? grown(input, grow) : single(input));
  const rowOf = (x: Tensor, row: number): Tensor =>
    x.ndim > 0 && x.size(0) === rows * batch ? x.narrow(0, row * batch, batch) : x;
  return (row) => mapTensors(output, (x) => rowOf(x, row));
}

/** An input for a run without rows. */
export function single(input: BatchInput): Input {
  return typeof input === "function" ? () => input((x) => x) : input;
}

// Every tensor whose first size is that of the batch is repeated, including masks and other sequences.
function grown(input: BatchInput, grow: (x: Tensor) => Tensor): Input {
  if (typeof input === "function") return () => input(grow);
  const args: readonly unknown[] = input instanceof Tensor ? [input] : input;
  const first = args.find((arg) => arg instanceof Tensor);
  return args.map((arg) =>
    mapTensors(arg, (x) => (x.ndim > 0 && x.size(0) === first?.size(0) ? grow(x) : x)),
  );
}

/** x (b, …) → (rows · b, …), all of it for the first row, then all for the next. */
function repeatRows(x: Tensor, rows: number): Tensor {
  return x
    .unsqueeze(0)
    .expand([rows, ...x.shape])
    .reshape([rows * x.size(0), ...x.shape.slice(1)]);
}

// Each intervention's hooks only see its rows (b, …).
function visitRows(
  what: string,
  x: Tensor,
  batch: number,
  hooks: readonly (readonly Hook[])[],
  point: HookPoint,
): Tensor {
  const rows = hooks.length;
  if (x.size(0) !== rows * batch && x.size(0) !== 1)
    throw new ShapeError(
      `${what}: ${point.name} has the shape ${formatShape(x.shape)}, and not a batch of ${rows * batch}: interventions cannot ` +
        "share it as rows; write chunkSize: 1.",
    );
  const all = x.size(0) === 1 ? x.expand([rows * batch, ...x.shape.slice(1)]) : x;
  const parts = hooks.map((own, row) => {
    const before = all.narrow(0, row * batch, batch);
    const value = own.reduce((x, hook) => hook(x, point) ?? x, before);
    if (sameShape(value.shape, before.shape)) return value;
    throw new ShapeError(
      `${what}: a hook at ${point.name} was given the shape ${formatShape(before.shape)} and returned ${value.describe()}.`,
    );
  });
  return cat(parts, 0);
}
