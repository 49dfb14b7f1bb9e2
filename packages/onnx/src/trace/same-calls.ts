import type { Shape } from "@saccade/tensor";
import { at, OnnxError, showSizes } from "../errors.ts";
import type { Call, Source, Trace } from "./recorder.ts";
import type { Sample } from "./trace.ts";

/**
 * The samples, with the same calls in each.
 *
 * @throws OnnxError, naming the first call that differs, unless the function runs the same ops at all sizes.
 */
export function withSameCalls(samples: readonly Sample[]): readonly Sample[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = signatureOf(sample.trace);
    const group = groups.get(key);
    if (group) group.push(sample);
    else groups.set(key, [sample]);
  }
  if (groups.size === 1) return samples;
  const [most] = [...groups.values()].sort((a, b) => b.length - a.length) as [Sample[], ...Sample[][]];
  const usual = most[0]!;
  return samples.map((sample) => {
    if (most.includes(sample)) return sample;
    const trace = aligned(sample.trace, usual.trace);
    return trace && signatureOf(trace) === signatureOf(usual.trace)
      ? { ...sample, trace }
      : refuse(usual, sample);
  });
}

function refuse(usual: Sample, other: Sample): never {
  const n = Math.max(usual.trace.calls.length, other.trace.calls.length);
  for (let i = 0; i < n; i++) {
    const [a, b] = [usual, other].map(({ trace }) => callOf(trace, i)) as [string, string];
    if (a === b) continue;
    // The module whose forward runs each: the library's or the user's.
    const [here, there] = [usual, other].map(({ trace }) => placeOf(trace, i)) as [string, string];
    throw new OnnxError(
      `exportOnnx: the ops depend on the sizes: call ${i + 1} is ${a} ${here}at ${showSizes(usual.sizes)}, and ${b} ` +
        `${there}at ${showSizes(other.sizes)}. A graph has the same ops for all sizes. ${cure(usual.trace.calls[i], other.trace.calls[i])}`,
    );
  }
  throw new OnnxError(
    `exportOnnx: the results depend on the sizes: they are ${namesOf(usual)} at ${showSizes(usual.sizes)}, and ${namesOf(other)} at ` +
      `${showSizes(other.sizes)}. Return the same tensors for all sizes, or leave the size out of dynamicAxes.`,
  );
}

function cure(a: Call | undefined, b: Call | undefined): string {
  const fixed = "leave the size out of dynamicAxes";
  if (a?.op === "view" && b?.op === "view")
    return `squeeze() removes every dim that has size 1: name the dim, as in squeeze(1), or ${fixed}.`;
  return `Compute with tensors what the program decides by a size, or ${fixed}. Export one step of a loop, with its state as inputs and outputs.`;
}

function namesOf({ trace }: Sample): string {
  return [...trace.outputs].map(([name, value]) => `${name} of ${dims(trace, value)}`).join(", ");
}

function dims({ values }: Trace, value: number): string {
  const n = values[value]!.shape.length;
  return n === 1 ? "1 dim" : `${n} dims`;
}

function callOf(trace: Trace, i: number): string {
  const call = trace.calls[i];
  if (!call) return "missing";
  const made = call.outputs.length === 1 ? dims(trace, call.outputs[0]!) : `${call.outputs.length} tensors`;
  return `${call.op} of ${call.inputs.map((input) => `value ${input + 1}`).join(", ")} to ${made}`;
}

function placeOf({ calls }: Trace, i: number): string {
  return calls[i] ? `${at(calls[i].place)} ` : "";
}

// Ops, their inputs, and the ranks of their outputs.
function signatureOf({ calls, values, sources, outputs }: Trace): string {
  return JSON.stringify([
    calls.map(({ op, inputs, outputs }) => [op, inputs, outputs]),
    values.map(({ shape, dtype }) => [shape.length, dtype]),
    sources.map(({ value, input, parameter }) => [value, input, parameter]),
    [...outputs],
  ]);
}

/**
 * A trace with the calls of another one, or null if it did something else. Where its sizes let the library leave out an op that
 * changes nothing, such as expand() to the same shape, that op is put in.
 */
function aligned(trace: Trace, usual: Trace): Trace | null {
  if (trace.outputs.size !== usual.outputs.size) return null;
  // The counterpart in this trace of each value of the usual one.
  const own = new Map<number, number>();
  const calls: Call[] = [];
  const same = sourcesOf(trace, usual);
  if (same === null) return null;
  for (const [theirs, ours] of same) own.set(theirs, ours);
  const shapeOf = (value: number): Shape => trace.values[value]!.shape;
  // Values that are the same as another one.
  const originals = new Map<number, number>();
  const original = (value: number): number => originals.get(value) ?? value;
  let at = 0;
  const skip = (): void => {
    for (let call = trace.calls[at]; call && changesNothing(call, shapeOf); call = trace.calls[++at])
      originals.set(call.outputs[0]!, original(call.inputs[0]!));
  };
  for (const call of usual.calls) {
    const known = call.inputs.map((input) => own.get(input));
    const matches = (): boolean => {
      const next = trace.calls[at];
      return (
        next?.op === call.op &&
        next.outputs.length === call.outputs.length &&
        next.inputs.length === known.length &&
        next.inputs.every((input, i) => original(input) === known[i])
      );
    };
    if (!matches() && !canBeLeftOut(call, usual)) skip();
    if (matches()) {
      const next = trace.calls[at++]!;
      call.outputs.forEach((output, i) => {
        own.set(output, next.outputs[i]!);
      });
      calls.push({ ...call, attrs: next.attrs });
    } else if (canBeLeftOut(call, usual)) {
      own.set(call.outputs[0]!, known[0]!);
      calls.push({ ...call, attrs: {} });
    } else return null;
  }
  skip();
  if (at < trace.calls.length) return null;
  for (const [name, value] of usual.outputs) {
    const given = trace.outputs.get(name);
    if (given === undefined || original(given) !== own.get(value)) return null;
  }
  return {
    elements: trace.elements,
    values: usual.values.map((_, value) => trace.values[own.get(value)!]!),
    sources: usual.sources.map((source): Source => {
      const ours = own.get(source.value);
      return { ...source, data: trace.sources.find(({ value }) => value === ours)!.data };
    }),
    calls,
    outputs: usual.outputs,
  };
}

function changesNothing({ op, inputs, outputs }: Call, shapeOf: (value: number) => Shape): boolean {
  return (op === "expand" || op === "view") && String(shapeOf(inputs[0]!)) === String(shapeOf(outputs[0]!));
}

// An op that gives as many dims as it gets, and may give the same shape.
function canBeLeftOut({ op, inputs, outputs }: Call, { values }: Trace): boolean {
  return (
    (op === "expand" || op === "view") &&
    values[inputs[0]!]!.shape.length === values[outputs[0]!]!.shape.length
  );
}

// Sources in the order of their first use; inputs by name.
function sourcesOf(trace: Trace, usual: Trace): (readonly [theirs: number, ours: number])[] | null {
  if (trace.sources.length !== usual.sources.length) return null;
  const pairs = usual.sources.map((source, i) => {
    const ours = trace.sources[i]!;
    const fits =
      ours.input === source.input &&
      ours.parameter === source.parameter &&
      trace.values[ours.value]!.dtype === usual.values[source.value]!.dtype &&
      trace.values[ours.value]!.shape.length === usual.values[source.value]!.shape.length;
    return fits ? ([source.value, ours.value] as const) : null;
  });
  return pairs.every((pair) => pair !== null) ? pairs : null;
}
