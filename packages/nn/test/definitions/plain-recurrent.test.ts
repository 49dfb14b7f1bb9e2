import { stack, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { linear, lstmStep, rnnStep } from "../../src/definitions/index.ts";
import { rnnGate } from "../../src/definitions/rnn-step.ts";
import { LSTM, RNN, RNNCell } from "../../src/index.ts";
import { drawer, expectClose, holdTo, kernelsOf, seeds, size } from "./hold.ts";

const sizes = fc.record({
  steps: size(4),
  batch: size(3),
  width: size(3),
  hidden: fc.integer({ min: 2, max: 4 }),
  relu: fc.boolean(),
  seed: seeds,
});

test("RNN and RNNCell are steps of their definition, in both derivatives", () => {
  fc.assert(
    fc.property(sizes, ({ steps, batch, width, hidden, relu, seed }) => {
      const draw = drawer(seed);
      const nonlinearity = relu ? "relu" : "tanh";
      const f = (sum: Tensor): Tensor => (relu ? sum.relu() : sum.tanh());
      const net = new RNN(width, hidden, { nonlinearity }).to("float64");
      const { weight_ih_l0: ih, weight_hh_l0: hh, bias_ih_l0: biasIh, bias_hh_l0: biasHh } = net;
      const w = { ih: ih!, hh: hh!, biasIh: biasIh!, biasHh: biasHh! };
      holdTo(
        (x, h0) => {
          let h = h0!;
          return stack(x!.unbind(0).map((row) => (h = rnnStep(row, h, w, f))));
        },
        (x, h0) => net.forward(x!, h0!.unsqueeze(0)).output,
        [draw(steps, batch, width), draw(batch, hidden)],
      );
      const cell = new RNNCell(width, hidden, { nonlinearity }).to("float64");
      cell.loadStateDict({ weight_ih: w.ih, weight_hh: w.hh, bias_ih: w.biasIh, bias_hh: w.biasHh });
      const [x, h] = [draw(batch, width), draw(batch, hidden)];
      expectClose(cell.forward(x, h), rnnStep(x, h, w, f), "cell", 1e-12);
    }),
    runs(25),
  );
});

test.each([
  ["tanh", (sum: Tensor) => sum.tanh()],
  ["relu", (sum: Tensor) => sum.relu()],
] as const)("RNN and RNNCell run their definition at each step: %s", (nonlinearity, f) => {
  const draw = drawer(5, "float32");
  const [x, h] = [draw(1, 3), draw(1, 4)];
  const cell = new RNNCell(3, 4, { nonlinearity });
  const gate = kernelsOf(() => rnnGate(h, h, f));
  expect(gate).toHaveLength(2);
  expect(kernelsOf(() => cell.forward(x, h)).slice(0, 4)).toEqual(["linear", "linear", ...gate]);
  const net = new RNN(3, 4, { nonlinearity });
  const steps = kernelsOf(() => net.forward(draw(2, 1, 3), h.unsqueeze(0)));
  expect(steps.join(" ")).toContain(["linear", "linear", ...gate, "linear", ...gate].join(" "));
});

test("an LSTM with projSize projects the hidden state of each step", () => {
  fc.assert(
    fc.property(sizes, ({ steps, batch, width, hidden, seed }) => {
      const draw = drawer(seed);
      const projSize = hidden - 1;
      const net = new LSTM(width, hidden, { projSize }).to("float64");
      const { weight_ih_l0: ih, weight_hh_l0: hh, bias_ih_l0: biasIh, bias_hh_l0: biasHh } = net;
      const w = { ih: ih!, hh: hh!, biasIh: biasIh!, biasHh: biasHh! };
      const hr = net.weight_hr_l0!;
      holdTo(
        (x) => {
          let state = { h: zeros([batch, projSize]).to("float64"), c: zeros([batch, hidden]).to("float64") };
          const rows = x!.unbind(0).map((row) => {
            const next = lstmStep(row, state, w);
            state = { h: linear(next.h, hr), c: next.c };
            return state.h;
          });
          return stack(rows);
        },
        (x) => net.forward(x!).output,
        [draw(steps, batch, width)],
      );
    }),
    runs(25),
  );
});

test("both directions of an RNN end at a sequence's length, with zeros behind it", () => {
  const net = new RNN(2, 3, { bidirectional: true });
  const x = drawer(1, "float32")(4, 2, 2);
  const lengths = [2, 4];
  const { output, hn } = net.forward(x, null, { lengths });
  const alone = net.forward(x.select(1, 0).narrow(0, 0, 2));
  expectClose(output.select(1, 0).narrow(0, 0, 2), alone.output, "outputs", 1e-6);
  expectClose(hn.select(1, 0), alone.hn, "states", 1e-6);
  const behind = where(tensor([[false], [false], [true], [true]]), output.select(1, 0), 0);
  expect(behind.abs().sum().item()).toBe(0);
});

test("the parameters have PyTorch's names, in its order", () => {
  const names = Object.keys(new LSTM(2, 3, { projSize: 1, bidirectional: true }).namedParameters());
  const of = (suffix: string): string[] =>
    ["weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr"].map((name) => `${name}_${suffix}`);
  expect(names).toEqual([...of("l0"), ...of("l0_reverse")]);
  expect(() => new LSTM(2, 3, { projSize: 3 })).toThrow("LSTM: projSize must be below hiddenSize, 3, got 3");
});
