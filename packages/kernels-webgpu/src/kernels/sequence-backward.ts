import type { Operand, SequenceAttrs } from "@saccade/tensor/backend";
import { countOf, type Kernel, type Machine, perElement, windowOn } from "../machine.ts";
import { calledIn } from "./functions.ts";
import { withPacked } from "./packed.ts";
import { Parameters } from "./parameters.ts";
import { backOneStep, walkBack } from "./sequence-back-walk.ts";
import type { Cell } from "./sequence-cells.ts";
import { mostHidden, type Pass } from "./sequence-parts.ts";
import { runSequenceProducts } from "./sequence-products.ts";

/**
 * The gradients of a sequence. The gates' derivatives do not depend on the gradients from later steps: they are computed for
 * all steps in parallel, into dx. The backward walk multiplies them by those gradients. The weights' gradients are a
 * product over all steps and rows.
 */
export function sequenceBackward(machine: Machine, cell: Cell): Kernel<SequenceAttrs> {
  const { gates, parts } = cell;
  return (inputs, outputs, { reverse }) => {
    const own = 3 * parts + 1;
    const [x, kept] = [inputs[own]!, inputs[own - 1]!];
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
    const part = (from: number): readonly Operand[] => inputs.slice(from, from + parts);
    const [g, gLast, states, first] = [part(0), part(parts), part(2 * parts), part(own + 1)];
    const [weight, , lengths] = inputs.slice(own + 1 + parts) as [Operand, Operand, Operand | undefined];
    const [dx, dWeight, dBias] = [outputs[0]!, outputs[parts + 1]!, outputs[parts + 2]!];
    const [steps, batch, hidden] = states[0]!.shape as [number, number, number];
    const wide = [steps, batch, gates * hidden];
    // A GRU's reset gate is between u and the candidate: the gradients of x and u differ.
    const scratchWidth = 2 * hidden + (gates === 3 ? 3 * hidden : 0);
    machine.withScratch([steps, batch, scratchWidth], (scratch) => {
      const dense = (shape: readonly number[], start: number): Operand => {
        const [, rows, columns] = shape as [number, number, number];
        return windowOn(scratch, shape, [rows * columns, columns, 1], start);
      };
      const more = dense([steps, batch, 2 * hidden], 0);
      const du = gates === 3 ? dense(wide, steps * batch * 2 * hidden) : dx;
      const dFirst = outputs.slice(1, 1 + parts);
      const pass: Pass = {
        ...{ cell, reverse, g, gLast, states, first, kept, x, weight, lengths },
        ...{ dx, du, dFirst, more },
      };
      const products = {
        du,
        states: states[0]!,
        first: first[0]!,
        lengths,
        reverse,
        weight,
        dFirst: dFirst[0]!,
      };
      if (steps === 1 && parts === 1 && lengths === undefined) {
        slopes(machine, pass, true);
        runSequenceProducts(machine, products, { step: 0, dWeight, dBias });
        return;
      }
      slopes(machine, pass, false);
      if (hidden > mostHidden) {
        for (const [p, from] of gLast.entries()) {
          const call = { reads: [from], names: ["x"], types: [from.dtype], result: dFirst[p]!, value: "x" };
          machine.elementwise({ name: "contiguous", ...call });
        }
        for (let i = steps - 1; i >= 0; i--) {
          const step = reverse ? steps - 1 - i : i;
          backOneStep(machine, pass, step);
          runSequenceProducts(machine, products, { step });
        }
      } else if (parts === 1) {
        walkBack(machine, pass);
      } else {
        const small = [...gLast, ...(lengths ? [lengths] : [])];
        withPacked(machine, small, 0, (packed) =>
          walkBack(machine, { ...pass, gLast: packed.slice(0, parts), lengths: packed[parts] }),
        );
      }
      runSequenceProducts(machine, products, { dWeight, dBias });
    });
    return true;
  };
}

/** Slopes of all gates at all steps: a thread for each unit, row and step. A single step is pulled back at once. */
function slopes(machine: Machine, pass: Pass, single: boolean): void {
  const { cell, reverse, g, gLast, states, first, kept, x, lengths, dx, du, dFirst, more } = pass;
  const { parts } = cell;
  // A gate needs the last part of the state before the step; an LSTM's output needs the one after it, too.
  const [state, start] = [states[parts - 1]!, first[parts - 1]!];
  const [steps, batch, hidden] = state.shape as [number, number, number];
  const parameters = new Parameters();
  parameters.whole(steps * batch * hidden); // how many threads
  const [length, count, units, backwards] = [steps, batch, hidden, Number(reverse)].map((word) =>
    parameters.whole(word),
  ) as [string, string, string, string];
  const reads = single
    ? [x, kept, start, g[0]!, gLast[0]!]
    : [x, kept, start, state, ...(lengths ? [lengths] : [])];
  const writes = single ? [dx, du, dFirst[0]!] : [dx, more];
  const at = [...reads, ...writes].map((operand) => parameters.place(operand));
  const gates = Array.from({ length: cell.gates }, (_, k) => k);
  machine.run({
    name: `recurrent slopes ${cell.gates}`,
    variant: `${single} ${lengths !== undefined}`,
    reads,
    writes,
    words: parameters.words,
    threads: steps * batch * hidden,
    source: (buffers) => {
      const gate = (k: number): string => `j + ${k} * ${units}`;
      const vector = (operand: number): string =>
        `Gates(${gates.map((k) => `${buffers[operand]}[${at[operand]!("t", "row", gate(k))}]`)})`;
      const store = (operand: number, value: string): string =>
        gates
          .map((k) => `  ${buffers[operand]}[${at[operand]!("t", "row", gate(k))}] = ${value}[${k}];`)
          .join("\n");
      const find = `  let j = i % ${units};
  let row = i / ${units} % ${count};
  let t = i / ${units} / ${count};`;
      const body = single
        ? `  let slopes = slopesOf(${vector(0)}, ${vector(1)}, ${buffers[2]}[${at[2]!("row", "j")}], 0);
  let dh = ${buffers[3]}[${at[3]!("t", "row", "j")}] + ${buffers[4]}[${at[4]!("row", "j")}];
  let pulled = pullBack(slopes, dh, 0);
${store(5, "pulled.x")}
${store(6, "pulled.u")}
  ${buffers[7]}[${at[7]!("row", "j")}] = pulled.state.x;`
        : `  let length = ${lengths ? `min(u32(max(0, ${buffers[4]}[${at[4]!("row")}])), ${length})` : length};
  var slopes = Slopes();
  if (t < length) {
    var before = 0f;
    if (t == select(0, length - 1, ${backwards} == 1)) { before = ${buffers[2]}[${at[2]!("row", "j")}]; }
    else { let s = select(t - 1, t + 1, ${backwards} == 1); before = ${buffers[3]}[${at[3]!("s", "row", "j")}]; }
    slopes = slopesOf(${vector(0)}, ${vector(1)}, before, ${buffers[3]}[${at[3]!("t", "row", "j")}]);
  }
${store(reads.length, "slopes.own")}
  ${buffers[reads.length + 1]}[${at[reads.length + 1]!("t", "row", "j")}] = slopes.more.x;
  ${buffers[reads.length + 1]}[${at[reads.length + 1]!("t", "row", `j + ${units}`)}] = slopes.more.y;`;
      return `${calledIn(cell.backward)}\n${cell.backward}\n${perElement(`${find}\n${body}`)}`;
    },
  });
}
