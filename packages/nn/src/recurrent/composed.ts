// Cells made of plain ops, a step after the other: those without a fused kernel.
import { stack, type Tensor, where } from "@saccade/tensor";
import { lstmGates } from "@saccade/tensor/definitions";
import * as fused from "@saccade/tensor/fused";
import type { Cell, CellWeights, SequenceRun } from "./cells.ts";

/** The next parts of the state, each (B, …), from W x + b (B, G H). */
type Step = (x: Tensor, state: readonly Tensor[], weights: CellWeights) => readonly Tensor[];

/* @__NO_SIDE_EFFECTS__ */
function composedCell(gates: number, step: Step): Cell {
  return {
    gates,
    run(projected, initial, weights, { reverse = false, lengths = null } = {}): SequenceRun {
      const xs = projected.unbind(0); // (B, G H) each
      const outputs = xs.map((): Tensor | null => null);
      let state = initial;
      for (let i = 0; i < xs.length; i++) {
        const t = reverse ? xs.length - 1 - i : i;
        // The sequences that have this step, (B, 1). The others keep their state and output zeros.
        const active = lengths?.gt(t).unsqueeze(1);
        const next = step(xs[t]!, state, weights);
        outputs[t] = active ? where(active, next[0]!, 0) : next[0]!;
        const before = state;
        state = active ? next.map((part, k) => where(active, part, before[k]!)) : next;
      }
      return { states: stack(outputs as Tensor[]), last: state };
    },
  };
}

const plain = (f: (sum: Tensor) => Tensor): Cell =>
  composedCell(1, (x, [h], { hh, biasHh }) => [f(x.add(fused.linear(h!, hh, biasHh)))]);

/** Plain recurrent networks: each step is `rnnStep` of the definitions. */
export const rnnCells: Readonly<Record<"tanh" | "relu", Cell>> = {
  tanh: /* @__PURE__ */ plain((sum) => sum.tanh()),
  relu: /* @__PURE__ */ plain((sum) => sum.relu()),
};

/** Long short-term memory whose hidden state is projected to fewer features (Sak, Senior & Beaufays 2014). */
export const projectedLstmCell: Cell = /* @__PURE__ */ composedCell(4, (x, [h, c], { hh, biasHh, hr }) => {
  const next = lstmGates(x.add(fused.linear(h!, hh, biasHh)), c!);
  return [fused.linear(next.h, hr!), next.c];
});
