import {
  BackendError,
  dispose,
  FreedTensorError,
  IndexError,
  OverflowError,
  ones,
  randn,
  referenceBackend,
  ShapeError,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { wasmBackend } from "../../../kernels-wasm/src/index.ts";
import * as flex from "../../src/flex/index.ts";
import { ints } from "../helpers.ts";

const { at, createBlockMask, flexAttention, TraceError, where } = flex;
type Mods = { score?: unknown; mask?: unknown };
const x = randn([1, 2, 4, 3]);

/** A call with a mod that types refuse. */
function attempt({ score, mask }: Mods): () => unknown {
  return () =>
    flexAttention(x, x, x, {
      scoreMod: score as flex.ScoreMod | undefined,
      blockMask: mask === undefined ? undefined : createBlockMask(mask as flex.MaskMod, 1, 2, 4, 4),
    });
}

type Js = flex.Traced;
/** A value as JavaScript takes it, which knows no types. */
const js = (value: unknown): number => value as number;

describe("mods that cannot be traced name themselves and the cure", () => {
  test.each<[string, Mods, RegExp]>([
    ["q >= kv", { mask: (_b: Js, _h: Js, q: Js, kv: Js) => js(q) >= js(kv) }, /turns a symbol.*q\.ge\(kv\)/],
    ["score + 1", { score: (score: Js) => js(score) + 1 }, /turns a symbol/],
    ["a template", { score: (score: Js) => `${score}` }, /turns a symbol/],
    [
      "q == 0",
      { score: (score: Js, _b: Js, _h: Js, q: Js) => (`${q}` === "0" ? score : score.mul(2)) },
      /turns a symbol/,
    ],
    [
      "an if",
      { score: (score: Js, _b: Js, _h: Js, q: Js, kv: Js) => (q.ge(kv) ? score : score.mul(2)) },
      /result of ge.*where\(condition/,
    ],
    [
      "an if on a remainder",
      { score: (score: Js, _b: Js, _h: Js, q: Js) => (q.remainder(2) ? score : score.mul(2)) },
      /result of remainder.*where/,
    ],
    ["&&", { mask: (_b: Js, _h: Js, q: Js, kv: Js) => q.ge(kv) && q.lt(3) }, /result of ge.*logicalAnd/],
    ["!", { mask: (_b: Js, _h: Js, q: Js, kv: Js) => !q.ge(kv) }, /must give a bool.*got|gave false/],
    [
      "! in a choice",
      { score: (score: Js, _b: Js, _h: Js, q: Js, kv: Js) => (!q.ge(kv) ? score : score.neg()) },
      /result of ge/,
    ],
    ["||", { mask: (_b: Js, _h: Js, q: Js, kv: Js) => q.ge(kv) || kv.lt(2) }, /uses \|\|.*logicalOr/],
    [
      "a bare place in a choice",
      { score: (score: Js, _b: Js, h: Js) => (h ? score : score.neg()) },
      /tests h as a JavaScript value.*h\.eq\(0\)/,
    ],
    [
      "=== on a place",
      { score: (score: Js, _b: Js, h: Js) => (h === undefined ? score : score.neg()) },
      /tests h/,
    ],
    [
      "if (!q)",
      {
        score(score: Js, _b: Js, _h: Js, q: Js) {
          if (!q) return 0;
          return score;
        },
      },
      /tests q/,
    ],
    ["a boolean", { mask: () => true }, /must give a bool.*gave true/],
    ["nothing", { score: (score: Js) => void score }, /gave undefined; return it/],
    ["a promise", { score: async (score: Js) => score }, /cannot be async/],
    ["a tensor", { score: () => ones([4, 4]) }, /gave tensor.*at\(x/],
    [
      "a tensor in an op",
      { score: (score: Js) => score.add(js(ones([4, 4]))) },
      /add takes numbers, and got tensor.*at\(x/,
    ],
    ["a string in an op", { score: (score: Js) => score.add(js("1")) }, /add takes numbers, and got "1"/],
    ["a number for a mask", { mask: (_b: Js, _h: Js, q: Js) => q }, /must give a bool.*x\.ne\(0\)/],
    ["1 for a mask", { mask: () => 1 }, /must give a bool/],
    [
      "a bool for a score",
      { score: (score: Js) => score.gt(0) },
      /must give a number.*where\(condition, 1, 0\)/,
    ],
    [
      "a bool in an op of numbers",
      { score: (score: Js) => score.mul(js(score.gt(0))) },
      /mul takes numbers.*where/,
    ],
    [
      "a number in an op of bools",
      { mask: (_b: Js, _h: Js, q: Js, kv: Js) => q.ge(kv).logicalAnd(kv) },
      /logicalAnd takes bools.*ne\(0\)/,
    ],
    [
      "a number as a condition",
      { score: (score: Js, _b: Js, _h: Js, q: Js) => where(q, score, 0) },
      /where takes bools/,
    ],
    [
      "a float index",
      { score: (score: Js, _b: Js, _h: Js, q: Js) => score.add(at(ones([9]), q.div(2))) },
      /whole numbers as indices.*floorDivide/,
    ],
  ])("%s", (_, mods, message) => {
    expect(attempt(mods)).toThrow(TraceError);
    expect(attempt(mods)).toThrow(message);
  });

  test("the mod's name is in the message, and text in comments and strings is no code", () => {
    const myMask = (_b: flex.Traced, _h: flex.Traced, q: flex.Traced): flex.Traced => q;
    expect(() => createBlockMask(myMask, null, null, 4, 4)).toThrow(
      /createBlockMask: maskMod myMask must give/,
    );
    const commented: flex.MaskMod = (_b, _h, q, kv) => {
      // q || kv, and q ? 1 : 2
      const note = "a || b";
      return note.length > 0 ? q.ge(kv) : q.lt(kv).logicalOr(q.ge(kv));
    };
    expect(createBlockMask(commented, null, null, 4, 4).sparsity()).toBe(0);
    expect(() =>
      flex.andMasks(flex.causal, ((_b, _h, q, kv) => q.lt(2) || kv.lt(2)) as flex.MaskMod),
    ).toThrow(TraceError);
  });

  test("symbols belong to one call", () => {
    let kept: flex.Traced | undefined;
    const keeps: flex.MaskMod = (_b, _h, q, kv) => {
      kept = kv;
      return q.ge(kv);
    };
    createBlockMask(keeps, null, null, 4, 4);
    expect(() => kept?.add(1)).toThrow(/symbols exist while/);
    expect(attempt({ score: (score: flex.Traced) => score.add(kept!) })).toThrow(/belongs to another call/);
    expect(attempt({ score: () => kept })).toThrow(/belongs to another call/);
    expect(() => at(ones([2]), 0)).toThrow(/symbols exist while/);
  });
});

describe("captured tensors", () => {
  const read =
    (table: Tensor, ...index: ((q: flex.Traced, kv: flex.Traced) => flex.TracedOr)[]): flex.ScoreMod =>
    (score, _b, _h, q, kv) =>
      score.add(at(table, ...index.map((of) => of(q, kv))));
  const call = (scoreMod: flex.ScoreMod) => () => flexAttention(x, x, x, { scoreMod });

  test("an index must be inside for all places", () => {
    const apart = read(ones([4]), (q, kv) => q.sub(kv));
    expect(call(apart)).toThrow(IndexError);
    expect(call(apart)).toThrow(
      /index 0 of at\(.*\) is -3 to 3, and must be within 0 to 3.*clamp\(\{ min: 0, max: 3 \}\)/,
    );
    expect(call(read(ones([3]), (q) => q))).toThrow(/is 0 to 3, and must be within 0 to 2/);
    expect(
      call(
        read(
          ones([4, 2]),
          (q) => q,
          () => 2,
        ),
      ),
    ).toThrow(IndexError);
    expect(call(read(ones([4]), () => -1))).toThrow(IndexError);
    const numbers = ints([0, 5, 1, 2]);
    expect(call((score, _b, _h, q) => score.add(at(ones([4]), at(numbers, q))))).toThrow(/is 0 to 5/);
    for (const inside of [
      read(ones([4]), (q, kv) => q.sub(kv).clamp({ min: 0 })),
      read(ones([4]), (q, kv) => q.sub(kv).abs()),
      read(ones([7]), (q, kv) => q.sub(kv).add(3)),
      read(ones([3]), (q, kv) => q.sub(kv).remainder(3)),
      read(ones([2]), (q) => q.floorDivide(2)),
      read(ones([2]), (q, kv) => where(q.gt(kv), 1, 0)),
    ])
      expect(call(inside)().output.shape).toEqual(x.shape);
  });

  test("as many indices as dims, on the backend, and alive", async () => {
    expect(call(read(ones([4, 4]), (q) => q))).toThrow(ShapeError);
    expect(call(read(ones([4, 4]), (q) => q))).toThrow(/1 indices for .*each of its 2 dims/);
    const freed = ones([4]);
    dispose(freed);
    expect(call(read(freed, (q) => q))).toThrow(FreedTensorError);
    const elsewhere = ones([4], { backend: await wasmBackend() });
    expect(call(read(elsewhere, (q) => q))).toThrow(BackendError);
    const mask = createBlockMask((_b, _h, q) => at(elsewhere, q).gt(0), null, null, 4, 4);
    expect(() => flexAttention(x, x, x, { blockMask: mask })).toThrow(/blockMask captures tensors on wasm/);
    const ids = ints([0, 0, 1, 1]);
    const documents = createBlockMask(flex.documentMask(ids), null, null, 4, 4);
    dispose(ids);
    expect(() => flexAttention(x, x, x, { blockMask: documents })).toThrow(FreedTensorError);
    expect(() =>
      createBlockMask(
        (_b, _h, q) => at(elsewhere, q).gt(at(ones([4], { backend: referenceBackend() }), q)),
        null,
        null,
        4,
        4,
      ),
    ).toThrow(BackendError);
  });

  test("whole numbers must be exact", () => {
    expect(call((score, _b, _h, q, kv) => score.add(q.mul(2 ** 23).sub(kv)))).toThrow(OverflowError);
    const y = x.to("float64");
    expect(
      flexAttention(y, y, y, { scoreMod: (score, _b, _h, q, kv) => score.add(q.mul(2 ** 23).sub(kv)) }).output
        .dtype,
    ).toBe("float64");
  });
});

describe("arguments", () => {
  test("sizes, heads and masks that do not fit", () => {
    const mask = createBlockMask(flex.causal, null, null, 4, 5);
    expect(() => flexAttention(x, x, x, { blockMask: mask })).toThrow(/blockMask is for lk = 5/);
    const perHead = createBlockMask((_b, h, q, kv) => q.sub(h).ge(kv), null, 3, 4, 4);
    expect(() => flexAttention(x, x, x, { blockMask: perHead })).toThrow(/h = 3/);
    expect(() => createBlockMask((_b, h, q, kv) => q.sub(h).ge(kv), null, null, 4, 4)).toThrow(
      /h is null, and the mask differs/,
    );
    expect(() => flexAttention(x, x, x, { blockMask: flex.causal } as object)).toThrow(/createBlockMask/);
    const one = x.narrow(1, 0, 1);
    expect(() => flexAttention(x, one, one)).toThrow(/enableGqa: true/);
    expect(flexAttention(x, one, one, { enableGqa: true }).output.shape).toEqual(x.shape);
    const three = randn([1, 3, 4, 3]);
    expect(() => flexAttention(three, x, x, { enableGqa: true })).toThrow(ShapeError);
    expect(() => flexAttention(x.select(0, 0), x, x)).toThrow(ShapeError);
    expect(() => flexAttention(x, x, x.to("float64"))).toThrow(/v/);
    expect(() => flexAttention(x, x, x, { scale: 0 })).toThrow(/scale/);
    expect(() => flexAttention(x, x, x, { maskMod: flex.causal } as object)).toThrow(/createBlockMask/);
    expect(() => createBlockMask(flex.causal, null, null, -1, 4)).toThrow(/lq/);
    expect(() => createBlockMask(flex.causal, 0, null, 4, 4)).toThrow(/write null/);
  });

  test("mods with sizes that are none", () => {
    expect(() => flex.slidingWindow(0)).toThrow(/slidingWindow: window must be a whole number ≥ 1, got 0/);
    expect(() => flex.softcap(0)).toThrow(/softcap: cap must be a finite number above 0, got 0/);
    expect(() => flex.prefixLm(-1)).toThrow(/length/);
    expect(() => flex.alibi(ones([2, 2]))).toThrow(ShapeError);
    expect(() => flex.relativeBias(ones([2, 4]))).toThrow(/odd number/);
    expect(() => flex.documentMask(ones([4]))).toThrow(/int32/);
    expect(() => flex.bigBird([[true]], 0)).toThrow(/blockSize/);
    expect(() => flex.andMasks()).toThrow(/masks\[0\] must be a function/);
    expect(() => flex.orMasks(...([flex.causal, 3] as flex.MaskMod[]))).toThrow(/masks\[1\]/);
  });
});

test("a block mask shows its tiles", () => {
  const mask = createBlockMask(flex.slidingWindow(32), null, null, 64, 256);
  expect(mask.sparsity()).toBe(75);
  expect(String(mask)).toBe(
    "BlockMask(shape=[1, 1, 64, 256], sparsity=75.00%,\n░░      \n░░      \n░░      \n░░      )",
  );
  const full = createBlockMask(() => at(tensor(true)), null, null, 64, 256);
  expect(String(full)).toContain("████████");
});
