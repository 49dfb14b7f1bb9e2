import { arange, referenceBackend, scope, setBackend, type Tensor, tensor } from "@saccade/tensor";
import { applyInto, ops } from "@saccade/tensor/backend";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { backend, dispatchesOf, gpu } from "./gpu.ts";

afterEach(() => setBackend(referenceBackend()));

/** The dispatches until the values are there. */
function dispatchesFor(compute: () => Tensor): Promise<number> {
  setBackend(backend());
  return dispatchesOf(() => scope(compute).dataSync());
}

const place = fc.nat(99);
const from = (own: readonly Tensor[], at: number): Tensor => own[at % own.length]!;

/** What a random program does next with two of its tensors: it makes another one, or writes. */
type Move = (a: Tensor, b: Tensor) => Tensor | null;
const moves: readonly Move[] = [
  (a, b) => a.add(b),
  (a, b) => a.maximum(b),
  (a) => a.mul(2),
  // The same values from another place: rows and columns change.
  (a) => a.transpose(0, 1),
  // One row for all, and one value for all.
  (a) => a.narrow(0, 1, 1).add(a),
  (a) => a.sum().add(a.neg()),
  (a) => a.roll(1, 0),
  // Written in place: views and results of before keep what they have.
  (a, b) => {
    if (a.isContiguous && a.offset === 0) applyInto(ops.add, [a, b], {}, [a]);
    return null;
  },
];
const step = fc.tuple(fc.constantFrom(...moves), place, place);
type Step = readonly [Move, number, number];

function run(program: readonly Step[], keeps: readonly number[]): readonly number[][] {
  const start = [[1, -2, 3], [0, 5, -4], [2, 2, -1]]; // biome-ignore format: one line
  return scope(() => {
    const own: Tensor[] = [tensor(start), tensor(start).mul(-1)];
    const kept = scope(() => {
      for (const [move, a, b] of program) {
        const made = move(from(own, a), from(own, b));
        if (made !== null) own.push(made);
      }
      return keeps.map((at) => from(own, at).clone());
    });
    return kept.map((x) => [...x.dataSync()].map((value) => value + 0));
  });
}

describe.skipIf(typeof gpu === "string")("chains of elementwise ops", () => {
  test("ops of one shape take one dispatch, whatever they hand on", async () => {
    const x = (): Tensor => tensor([[1, 2], [3, 4]]); // biome-ignore format: one line
    expect(await dispatchesFor(() => x().mul(2).add(1).tanh().sub(x()).relu())).toBe(1);
    expect(await dispatchesFor(() => x().mul(2).sum(0).add(1).exp())).toBe(3);
  });

  test("what is not in use any more is not computed", async () => {
    expect(
      await dispatchesFor(() => {
        const x = tensor([1, 2]);
        x.exp();
        x.reshape([2, 1]).mul(x);
        return x.mul(3);
      }),
    ).toBe(1);
  });

  test.each<[string, (x: Tensor) => Tensor]>([
    ["in another order", (x) => x.transpose(0, 1).mul(3)],
    ["in part", (x) => x.narrow(0, 1, 1).mul(3)],
  ])("a write comes after the ops that read the tensor %s", (_name, read) => {
    const [before, after] = [referenceBackend(), backend()].map((on) => {
      setBackend(on);
      const x = arange(1024).reshape([32, 32]).remainder(7);
      const y = scope(() => read(x));
      applyInto(ops.add, [x, x], {}, [x]);
      // Needs what was written, and not what was read.
      const product = x.matmul(x);
      return [y, x, product].map((own) => [...own.dataSync()]);
    });
    expect(after).toEqual(before);
  });

  test("random programs of ops, views, folds and writes compute what the reference does", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.array(place, { minLength: 1, maxLength: 3 }),
        (program, keeps) => {
          setBackend(referenceBackend());
          const wanted = run(program, keeps);
          setBackend(backend());
          expect(run(program, keeps)).toEqual(wanted);
        },
      ),
      runs(60),
    );
  });
});
