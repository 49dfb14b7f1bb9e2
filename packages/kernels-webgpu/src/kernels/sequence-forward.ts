import type { Operand, SequenceAttrs } from "@saccade/tensor/backend";
import { countOf, type Kernel, type Machine, windowOn } from "../machine.ts";
import { withPacked } from "./packed.ts";
import type { Cell } from "./sequence-cells.ts";
import { mostHidden, type Sequence } from "./sequence-parts.ts";
import { oneStep } from "./sequence-step.ts";
import { allSteps } from "./sequence-walk.ts";

/** A recurrent layer over a sequence: the rows of a batch go through all steps by themselves. */
export function sequenceForward(machine: Machine, cell: Cell): Kernel<SequenceAttrs> {
  const { parts } = cell;
  return (inputs, outputs, { reverse }) => {
    const [x, ...rest] = inputs as readonly [Operand, ...Operand[]];
    if (x.dtype !== "float32" || countOf(x.shape) === 0) return false;
    const [weight, bias, lengths] = rest.slice(parts) as [Operand, Operand, Operand | undefined];
    const first = rest.slice(0, parts);
    const [states, last] = [outputs.slice(0, parts), outputs.slice(parts, 2 * parts)];
    const sequence = {
      cell,
      reverse,
      x,
      first,
      weight,
      bias,
      lengths,
      states,
      last,
      kept: outputs[2 * parts]!,
    };
    const [steps, batch, hidden] = states[0]!.shape as [number, number, number];
    const small = [...first, bias, ...(lengths ? [lengths] : [])];
    const repacked = ([own, ...more]: readonly Operand[]): Sequence => ({
      ...sequence,
      weight: own!,
      first: more.slice(0, parts),
      bias: more[parts]!,
      lengths: more[parts + 1],
    });
    if (steps === 1 && parts === 1) {
      oneStep(machine, sequence, 0, first, last);
    } else if (steps === 1 || hidden > mostHidden) {
      withPacked(machine, small, 2 * parts * batch * hidden, (packed, rest) => {
        const own = repacked([weight, ...packed]);
        /** The state between steps lies in two places in turn. */
        const between = (i: number): readonly Operand[] =>
          own.first.map(({ shape, strides }, p) =>
            windowOn(rest, shape, strides, rest.offset + ((i % 2) * parts + p) * batch * hidden),
          );
        for (let i = 0; i < steps; i++)
          oneStep(machine, own, i, i === 0 ? own.first : between(i - 1), i === steps - 1 ? last : between(i));
      });
    } else {
      // Neighboring threads look for neighbors in a row of Uᵀ.
      const turned = windowOn(weight, [...weight.shape].reverse(), [...weight.strides].reverse());
      withPacked(machine, [turned, ...small], 0, (packed) => allSteps(machine, repacked(packed)));
    }
    return true;
  };
}
