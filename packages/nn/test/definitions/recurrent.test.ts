import { cat, eye, stack, type Tensor, where, zerosLike } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { type GateWeights, gruStep, lstmStep } from "../../src/definitions/index.ts";
import { GRU, GRUCell, LSTM, LSTMCell, type RecurrentModule } from "../../src/index.ts";
import { int } from "../helpers.ts";
import { drawer, expectClose, holdTo, seeds, size } from "./hold.ts";

/** A step by its definition; the first part of the state is the output. */
type Step = (x: Tensor, state: readonly Tensor[], w: GateWeights) => readonly Tensor[];

const cells: Readonly<Record<"gru" | "lstm", { gates: number; step: Step }>> = {
  gru: { gates: 3, step: (x, [h], w) => [gruStep(x, h!, w)] },
  lstm: {
    gates: 4,
    step(x, [h, c], w) {
      const next = lstmStep(x, { h: h!, c: c! }, w);
      return [next.h, next.c];
    },
  },
};

interface Scan {
  readonly reverse?: boolean;
  /** (b) int32. */
  readonly lengths?: Tensor | null;
}

/** A step after the other over x (t, b, i): the outputs (t, b, n), 0 behind a sequence's end, and the last state. */
function scan(
  step: Step,
  x: Tensor,
  state: readonly Tensor[],
  w: GateWeights,
  { reverse = false, lengths }: Scan = {},
): { outputs: Tensor; last: readonly Tensor[] } {
  const outputs: Tensor[] = [];
  for (let i = 0; i < x.size(0); i++) {
    const t = reverse ? x.size(0) - 1 - i : i;
    const next = step(x.select(0, t), state, w);
    const runs = lengths ? lengths.gt(t).unsqueeze(1) : null; // (b, 1)
    state = next.map((part, k) => (runs ? where(runs, part, state[k]!) : part));
    outputs[t] = runs ? where(runs, next[0]!, 0) : next[0]!;
  }
  return { outputs: stack(outputs, 0), last: state };
}

const sizes = fc.record({
  steps: size(5),
  batch: size(3),
  width: size(3),
  hidden: size(4),
  reverse: fc.boolean(),
  lengths: fc.option(fc.array(fc.nat(6), { minLength: 3, maxLength: 3 })),
  seed: seeds,
});

describe.each(["gru", "lstm"] as const)("%s", (name) => {
  const { gates, step } = cells[name];

  test("over a sequence is its step, one after the other, in both derivatives", () => {
    fc.assert(
      fc.property(sizes, ({ steps, batch, hidden, reverse, lengths, seed }) => {
        const draw = drawer(seed);
        const width = gates * hidden;
        // The op takes inputs that are projected already: for the definition, the input's weight is 1.
        const one = eye(width, { dtype: "float64" });
        const state = Array.from({ length: gates - 2 }, () => draw(batch, hidden));
        const inputs = [draw(steps, batch, width), draw(width, hidden), draw(width), ...state];
        const counts = lengths && int(lengths.slice(0, batch));
        const options = { reverse, lengths: counts };
        holdTo(
          (x, hh, biasHh, ...h) => {
            const { outputs, last } = scan(step, x!, h, { ih: one, hh: hh!, biasHh: biasHh! }, options);
            return [outputs, ...last];
          },
          (x, hh, bias, h, c) => {
            if (name === "gru") return Object.values(fused.gruSequence(x!, h!, hh!, bias!, options));
            const run = fused.lstmSequence(x!, h!, c!, hh!, bias!, options);
            return [run.states, run.lastState, run.lastCell];
          },
          inputs,
        );
      }),
      runs(40),
    );
  });

  test("as a module is its step in every layer and direction", () => {
    fc.assert(
      fc.property(sizes, size(2), fc.boolean(), fc.boolean(), (drawn, layers, both, bias) => {
        const { steps, batch, width, hidden, lengths, seed } = drawn;
        const draw = drawer(seed, "float32");
        const options = { numLayers: layers, bidirectional: both, bias };
        const net = name === "gru" ? new GRU(width, hidden, options) : new LSTM(width, hidden, options);
        const counts = lengths && int(lengths.slice(0, batch).map((n) => Math.min(n, steps)));
        const x = draw(steps, batch, width);
        const directions = both ? ["", "_reverse"] : [""];
        const initial = Array.from({ length: gates - 2 }, () =>
          draw(layers * directions.length, batch, hidden),
        );
        const [h0, c0] = initial;
        const more = counts ? { lengths: counts } : {};
        const got =
          net instanceof GRU ? net.forward(x, h0, more) : net.forward(x, { h0: h0!, c0: c0! }, more);

        let input = x;
        const finals: (readonly Tensor[])[] = [];
        for (let layer = 0; layer < layers; layer++) {
          const runs = directions.map((suffix, d) => {
            const state = initial.map((part) => part.select(0, layer * directions.length + d));
            const w = weightsOf(net, `l${layer}${suffix}`);
            return scan(step, input, state, w, { reverse: d === 1, lengths: counts });
          });
          finals.push(...runs.map(({ last }) => last));
          input = cat(
            runs.map(({ outputs }) => outputs),
            2,
          ); // (t, b, d n)
        }
        expectClose(got.output, input, "output", 1e-5);
        const parts = "cn" in got ? [got.hn, got.cn] : [got.hn];
        for (const [k, part] of parts.entries()) {
          const want = stack(finals.map((state) => state[k]!));
          expectClose(part, want, `final state ${k}`, 1e-5);
        }
      }),
      runs(40),
    );
  });

  test("as a cell is its step, from zeros unless told otherwise", () => {
    fc.assert(
      fc.property(sizes, fc.boolean(), ({ batch, width, hidden, seed }, bias) => {
        const draw = drawer(seed, "float32");
        const [x, h, c] = [draw(batch, width), draw(batch, hidden), draw(batch, hidden)];
        const cell =
          name === "gru" ? new GRUCell(width, hidden, { bias }) : new LSTMCell(width, hidden, { bias });
        const { weight_ih: ih, weight_hh: hh, bias_ih: biasIh, bias_hh: biasHh } = cell;
        const w: GateWeights = { ih, hh, biasIh, biasHh };
        for (const state of [[h, c], null]) {
          const [got, cells] =
            cell instanceof GRUCell
              ? [cell.forward(x, state?.[0])]
              : Object.values(cell.forward(x, state && { h, c }));
          const [want, wantCells] = step(x, state ?? [zerosLike(h), zerosLike(c)], w);
          expectClose(got!, want!, "state", 1e-5);
          if (wantCells) expectClose(cells!, wantCells, "cell", 1e-5);
        }
      }),
      runs(40),
    );
  });
});

function weightsOf(net: RecurrentModule, suffix: string): GateWeights {
  const named = net.namedParameters();
  const find = (name: string): Tensor | null => named[`${name}_${suffix}`] ?? null;
  const [ih, hh] = [find("weight_ih"), find("weight_hh")];
  expect(ih?.size(0)).toBe(hh?.size(0));
  return { ih: ih!, hh: hh!, biasIh: find("bias_ih"), biasHh: find("bias_hh") };
}
