import { at, OnnxError } from "../errors.ts";
import { aligned } from "./align.ts";
import { showSizes } from "./describe.ts";
import type { Call, Trace } from "./recorder.ts";
import type { Sample } from "./samples.ts";

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
