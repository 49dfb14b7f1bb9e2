import type { Module } from "@saccade/nn";
import { cat, ShapeError, scope, stack, Tensor } from "@saccade/tensor";
import { badArgument, describeValue, formatShape, isPlainObject, sameShape } from "@saccade/tensor/backend";
import { size } from "@saccade/tensor/contract";
import type { BatchInput, Metric } from "../calls.ts";
import { hookNames } from "../names.ts";
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

/** The metric of an intervention. */
interface Measured {
  readonly index: number;
  readonly value: Tensor;
}

/**
 * Runs interventions side by side and yields the metric of their runs, chunk by chunk: as if each ran separately, within
 * rounding.
 */
export function* sideBySide(call: MeasureCall, interventions: readonly HookList[]): Generator<Measured[]> {
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
        return chunk.map((index, row) => ({ index, value: measure(call, outputs(row)) }));
      });
    }
}

/** The metric of each intervention. */
export function measureAll(call: MeasureCall, interventions: readonly HookList[]): Tensor[] {
  const all: Tensor[] = [];
  for (const chunk of sideBySide(call, interventions))
    for (const { index, value } of chunk) all[index] = value;
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
  if (typeof input === "function" || countTensors(input) > 1 || hooks.length === 0) return null;
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

function countTensors(value: unknown): number {
  if (value instanceof Tensor) return 1;
  if (typeof value !== "object" || value === null) return 0;
  const parts: readonly unknown[] = Array.isArray(value) || isPlainObject(value) ? Object.values(value) : [];
  return parts.reduce((count: number, part) => count + countTensors(part), 0);
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
  return (row) => rowsOf(output, row * batch, batch, rows * batch);
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
  const repeated = (value: unknown): unknown => {
    if (value instanceof Tensor)
      return value.ndim > 0 && value.size(0) === first?.size(0) ? grow(value) : value;
    if (typeof value !== "object" || value === null || !isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, repeated(part)]));
  };
  return args.map(repeated);
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
  const parts: Tensor[] = [];
  let plain = 0; // where the rows start that no hook has visited
  const keepPlain = (end: number): void => {
    if (end > plain) parts.push(all.narrow(0, plain * batch, (end - plain) * batch));
  };
  hooks.forEach((own, row) => {
    if (own.length === 0) return;
    const before = all.narrow(0, row * batch, batch);
    let value = before;
    for (const hook of own) value = hook(value, point) ?? value;
    if (!sameShape(value.shape, before.shape))
      throw new ShapeError(
        `${what}: a hook at ${point.name} was given the shape ${formatShape(before.shape)} and returned ${value.describe()}.`,
      );
    keepPlain(row);
    parts.push(value);
    plain = row + 1;
  });
  keepPlain(rows);
  return cat(parts, 0);
}

// The rows of one intervention in a model's result: a tensor, or several in an object or array.
function rowsOf(output: unknown, start: number, count: number, all: number): unknown {
  if (output instanceof Tensor)
    return output.ndim > 0 && output.size(0) === all ? output.narrow(0, start, count) : output;
  if (Array.isArray(output)) return output.map((part) => rowsOf(part, start, count, all));
  if (typeof output !== "object" || output === null || !isPlainObject(output)) return output;
  return Object.fromEntries(
    Object.entries(output).map(([name, part]) => [name, rowsOf(part, start, count, all)]),
  );
}
