import type { Call, Trace } from "./recorder.ts";

/** The part of a trace that its outputs depend on. Values are numbered in the order of their first use. */
export function needed({ elements, values, sources, calls, outputs }: Trace): Trace {
  const wanted = new Set(outputs.values());
  const kept: Call[] = [];
  for (let i = calls.length - 1; i >= 0; i--) {
    const call = calls[i]!;
    if (!call.outputs.some((output) => wanted.has(output))) continue;
    kept.push(call);
    for (const input of call.inputs) wanted.add(input);
  }
  const order: number[] = [];
  const numbers = new Map<number, number>();
  const numberOf = (value: number): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    const number = order.push(value) - 1;
    numbers.set(value, number);
    return number;
  };
  for (const { input, value } of sources) if (input !== null) numberOf(value);
  const renumbered = kept.reverse().map((call): Call => {
    return { ...call, inputs: call.inputs.map(numberOf), outputs: call.outputs.map(numberOf) };
  });
  const named = new Map([...outputs].map(([name, value]) => [name, numberOf(value)]));
  return {
    elements,
    values: order.map((value) => values[value]!),
    sources: sources
      .filter(({ value }) => numbers.has(value))
      .map((source) => ({ ...source, value: numbers.get(source.value)! }))
      .sort((a, b) => a.value - b.value),
    calls: renumbered,
    outputs: named,
  };
}
