// Score programs in the kernels of attention: random steps against the op's definition.
import * as t from "@saccade/tensor";
import { apply, ops } from "@saccade/tensor/backend";
import { type BinaryName, ScoreProgram, type ScoreStep, type UnaryName } from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bitsOf, holdAgainstReference } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

const lengths = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 60, max: 140 }));
const choice = fc.nat(1e6);
const sizes = fc.record({
  b: fc.integer({ min: 1, max: 2 }),
  h: fc.integer({ min: 1, max: 3 }),
  lq: lengths,
  lk: lengths,
  d: fc.integer({ min: 1, max: 20 }),
  causal: fc.boolean(),
  steps: fc.array(fc.tuple(choice, choice, choice, choice), { minLength: 1, maxLength: 12 }),
  masks: fc.boolean(),
  seed: fc.nat(1000),
});
type Drawn = typeof sizes extends fc.Arbitrary<infer T> ? T : never;

const unary: readonly UnaryName[] = ["neg", "abs", "tanh", "sigmoid"];
const binary: readonly BinaryName[] = ["add", "sub", "mul", "minimum", "maximum"];
const comparisons: readonly BinaryName[] = ["eq", "ne", "lt", "le", "gt", "ge"];

/** Steps drawn from numbers: each reads earlier values, and stays of moderate size. */
function drawProgram({ steps: drawn, masks, b, h, lq, lk, seed }: Drawn) {
  const generator = new t.Generator(seed);
  const table = t.randn([1, h, 1, lq + lk], { generator });
  const positions = (n: number, shape: number[]): t.Tensor =>
    t.arange(0, n, 1, { dtype: "int32" }).reshape(shape);
  const operands = [
    positions(lq, [lq, 1]),
    positions(lk, [lk]),
    t.randn([h, 1, 1], { generator }),
    t.randn([b, 1, lq, 1], { generator }),
    t.randn([1, h, 1, lk], { generator }),
    t.randn([h, lq, lk], { generator }),
    table,
    t.arange(0, 50, 1, { dtype: "int32" }).mul(7).remainder(5),
  ];
  const steps: ScoreStep[] = [{ op: "score" }];
  const push = (step: ScoreStep): number => steps.push(step) - 1;
  for (let operand = 0; operand < 6; operand++) push({ op: "operand", operand });
  // What is gathered: by the distance of the positions, and by a position within a table of whole numbers.
  const most = push({ op: "constant", value: lk - 1 });
  const distance = push({ op: "add", a: push({ op: "sub", a: 1, b: 2 }), b: most });
  const numbers = [0, 3, 4, 5, 6, push({ op: "gather", operand: 6, index: distance })];
  const few = push({ op: "minimum", a: 2, b: push({ op: "constant", value: 49 }) });
  const group = push({ op: "gather", operand: 7, index: few });
  const truths = [
    push({ op: "ge", a: 1, b: 2 }),
    push({ op: "lt", a: group, b: push({ op: "constant", value: 3 }) }),
  ];
  const among = <T>(list: readonly T[], by: number): T => list[by % list.length]!;
  for (const [kind, x, y, z] of drawn) {
    const [a, c] = [among(numbers, x), among(numbers, y)];
    switch (kind % 7) {
      case 0:
        numbers.push(push({ op: among(unary, z), a }));
        break;
      case 1:
        numbers.push(push({ op: "exp", a: push({ op: "tanh", a }) }));
        break;
      case 2: {
        const above = push({ op: "add", a: push({ op: "abs", a }), b: push({ op: "constant", value: 1 }) });
        numbers.push(push({ op: "div", a: c, b: above }), push({ op: "log", a: above }));
        break;
      }
      case 3:
        truths.push(
          push({ op: among(comparisons, z), a: among([1, 2, group], x), b: among([1, 2, group], y) }),
        );
        break;
      case 4: {
        const op = z % 2 === 0 ? "logicalAnd" : "logicalOr";
        truths.push(push({ op, a: among(truths, x), b: among(truths, y) }));
        truths.push(push({ op: "logicalNot", a: among(truths, z) }));
        break;
      }
      case 5:
        numbers.push(push({ op: "where", condition: among(truths, z), a, b: c }));
        break;
      default:
        numbers.push(push({ op: "tanh", a: push({ op: among(binary, z), a, b: c }) }));
    }
  }
  // The last step's slope may need its own value, or the product.
  const above = push({
    op: "add",
    a: push({ op: "abs", a: numbers.at(-1)! }),
    b: push({ op: "constant", value: 1 }),
  });
  const sum = push({ op: "add", a: 0, b: numbers.at(-1)! });
  const ends: readonly ScoreStep[] = [
    { op: "add", a: 0, b: 6 },
    { op: "tanh", a: sum },
    { op: "div", a: 0, b: above },
  ];
  const score = push(ends[seed % 3]!);
  const mask = masks ? truths.at(-1)! : null;
  const tables = operands.map((_, i) => i > 5);
  return { program: new ScoreProgram({ steps, score, mask, tables }), operands };
}

describe.each(await backends())("%s", (way, backend) => {
  test("programs of random steps change scores and give gradients as their definition does", () => {
    const property = fc.property(sizes, (drawn) => {
      const { b, h, lq, lk, d, causal, seed } = drawn;
      const { program, operands } = drawProgram(drawn);
      const generator = new t.Generator(seed + 1);
      const attrs = { scale: 0.3, causal, masked: false, biased: false, dropout: 0, state: null, program };
      const inputs = [t.randn([b, h, lq, d], { generator }), t.randn([b, 1, lk, d], { generator })];
      const f = (...xs: t.Tensor[]): readonly t.Tensor[] => {
        const [output, lse] = apply(ops.scaledDotProduct, [xs[0]!, xs[1]!, xs[1]!, ...xs.slice(2)], attrs);
        return [output!, lse!.isfinite().where(lse!, 0)];
      };
      holdAgainstReference(backend, f, [...inputs, ...operands], {
        close: { relative: 3e-4, absolute: 3e-5 },
      });
    });
    fc.assert(property, runsOf(way, 100));
  });

  test("a layout leaves out what the mask excludes, and changes no bit", () => {
    const [lq, lk] = [150, 210];
    const positions = [
      t.arange(0, lq, 1, { dtype: "int32" }).reshape([lq, 1]),
      t.arange(0, lk, 1, { dtype: "int32" }),
    ];
    const steps: ScoreStep[] = [
      { op: "score" },
      { op: "operand", operand: 0 },
      { op: "operand", operand: 1 },
      { op: "sub", a: 1, b: 2 },
      { op: "abs", a: 3 },
      { op: "constant", value: 20 },
      { op: "lt", a: 4, b: 5 },
    ];
    const program = new ScoreProgram({ steps, score: 0, mask: 6, tables: [false, false] });
    const keys = (panel: number, tile: number): number => {
      const last = Math.min(lk - 1, Math.min(16 * panel + 15, lq - 1) + 19, 64 * tile + 63);
      return Math.max(16 * panel - 19, 64 * tile) > last ? 0 : last - 64 * tile + 1;
    };
    const layout = t.tensor(
      Array.from({ length: 10 }, (_, panel) => Array.from({ length: 4 }, (_, tile) => keys(panel, tile))),
      { dtype: "int32" },
    );
    const [q, k] = [t.randn([2, lq, 8]), t.randn([2, lk, 8])].map((x) => x.to(backend)) as [
      t.Tensor,
      t.Tensor,
    ];
    const attrs = {
      scale: 0.3,
      causal: false,
      masked: false,
      biased: false,
      dropout: 0,
      state: null,
      program,
    };
    const operands = positions.map((x) => x.to(backend));
    const all = apply(ops.scaledDotProduct, [q, k, k, ...operands], attrs);
    const some = apply(ops.scaledDotProduct, [q, k, k, ...operands, layout.to(backend)], {
      ...attrs,
      blocked: true,
    });
    for (const i of [0, 1]) expect(bitsOf(some[i]!)).toEqual(bitsOf(all[i]!));
  });
});
