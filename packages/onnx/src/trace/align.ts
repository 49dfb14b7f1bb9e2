import type { Shape } from "@saccade/tensor";
import type { Call, Source, Trace } from "./recorder.ts";

/**
 * A trace with the calls of another one, or null if it did something else. Where its sizes let the library leave out an op that
 * changes nothing, such as expand() to the same shape, that op is put in.
 */
export function aligned(trace: Trace, usual: Trace): Trace | null {
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
