import { arange, referenceBackend, scope, setBackend, type Tensor, tensor } from "@saccade/tensor";
import { applyInto, ops } from "@saccade/tensor/backend";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { backend, gpu } from "./gpu.ts";

afterEach(() => setBackend(referenceBackend()));

async function dispatchesOf(compute: () => Tensor): Promise<number> {
  setBackend(backend());
  const before = (await backend().counts()).dispatches;
  await scope(compute).data();
  return (await backend().counts()).dispatches - before;
}

/** What a random program does next, with the tensors that it has. */
type Move = (own: readonly Tensor[], rows: Tensor[]) => Tensor | null;

const place = fc.nat(99);
const from = (own: readonly Tensor[], at: number): Tensor => own[at % own.length]!;
const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.tuple(place, place).map(
    ([a, b]): Move =>
      (own) =>
        from(own, a).add(from(own, b)),
  ),
  fc.tuple(place, place).map(
    ([a, b]): Move =>
      (own) =>
        from(own, a).maximum(from(own, b)),
  ),
  place.map(
    (a): Move =>
      (own) =>
        from(own, a).mul(2),
  ),
  // The same values from another place: rows and columns change.
  place.map(
    (a): Move =>
      (own) =>
        from(own, a).transpose(0, 1),
  ),
  // One row for all, and one value for all.
  place.map(
    (a): Move =>
      (own) =>
        from(own, a).narrow(0, 1, 1).add(from(own, a)),
  ),
  place.map(
    (a): Move =>
      (own) =>
        from(own, a).sum().add(from(own, a).neg()),
  ),
  place.map(
    (a): Move =>
      (own) =>
        from(own, a).roll(1, 0),
  ),
  // Written in place: views and results of before keep what they have.
  fc.tuple(place, place).map(
    ([a, b]): Move =>
      (own) => {
        const target = from(own, a);
        if (target.isContiguous && target.offset === 0)
          applyInto(ops.add, [target, from(own, b)], {}, [target]);
        return null;
      },
  ),
);

function run(program: readonly Move[], keeps: readonly number[]): readonly number[][] {
  const start = [
    [1, -2, 3],
    [0, 5, -4],
    [2, 2, -1],
  ];
  return scope(() => {
    const own: Tensor[] = [tensor(start), tensor(start).mul(-1)];
    const rows: Tensor[] = [];
    const kept = scope(() => {
      for (const move of program) {
        const made = move(own, rows);
        if (made !== null) own.push(made);
      }
      return [...keeps.map((at) => from(own, at).clone()), ...rows];
    });
    return kept.map((x) => [...x.dataSync()].map((value) => value + 0));
  });
}

describe.skipIf(typeof gpu === "string")("chains of elementwise ops", () => {
  test("ops of one shape take one dispatch, whatever they hand on", async () => {
    const x = (): Tensor =>
      tensor([
        [1, 2],
        [3, 4],
      ]);
    expect(await dispatchesOf(() => x().mul(2).add(1).tanh().sub(x()).relu())).toBe(1);
    expect(await dispatchesOf(() => x().mul(2).sum(0).add(1).exp())).toBe(3);
  });

  test("what is not in use any more is not computed", async () => {
    expect(
      await dispatchesOf(() => {
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
        fc.array(moves, { maxLength: 12 }),
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
