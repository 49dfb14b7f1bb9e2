import { describe, expect, it } from "vitest";
import { type PullBack, type TapeListener, withListener } from "../src/backend.ts";
import { arange, blockDiag, cat, ShapeError, stack, type Tensor, tensor, zeros } from "../src/index.ts";

const x = (): Tensor => arange(42).reshape([2, 7, 3]);

it("blockDiag has the dtype of its blocks with dims, unless a scalar is of a higher kind", () => {
  const double = tensor(1, { dtype: "float64" });
  const whole = tensor([[1]], { dtype: "int32" });
  expect(blockDiag(tensor([1]), double).dtype).toBe("float32");
  expect(blockDiag(double, whole).dtype).toBe("float64");
  expect(blockDiag(double.reshape([1]), tensor([1])).dtype).toBe("float64");
  expect(blockDiag(whole, tensor([true])).dtype).toBe("int32");
});

/** What one call records. */
function recorded(f: () => unknown): { name: string; pullBack: PullBack }[] {
  const nodes: { name: string; pullBack: PullBack }[] = [];
  const recorder: TapeListener = {
    record(name, _inputs, _outputs, pullBack) {
      if (pullBack !== null) nodes.push({ name, pullBack });
    },
    holds: () => false,
  };
  withListener(recorder, f);
  return nodes;
}

describe("cat and stack", () => {
  it("promote dtypes and skip empty vectors", () => {
    const out = cat([tensor([true]), tensor([2], { dtype: "int32" }), tensor([0.5])]);
    expect([out.dtype, out.toArray()]).toEqual(["float32", [1, 2, 0.5]]);
    expect(cat([zeros([0]), x(), zeros([0])], -1).toArray()).toEqual(x().toArray());
    expect(cat([zeros([0]), zeros([0])]).shape).toEqual([0]);
    expect(cat([zeros([2, 0]), zeros([2, 0])], 1).shape).toEqual([2, 0]);
  });

  it("say which tensor does not fit", () => {
    expect(() => stack([])).toThrow(/empty/);
    expect(() => cat([zeros([2, 3]), zeros([2, 3]), zeros([2, 4])])).toThrow(/tensor 2 \[2, 4\]/);
    expect(() => cat([zeros([2, 3]), zeros([2])])).toThrow(ShapeError);
    expect(() => cat([tensor(1), tensor(2)])).toThrow(/use stack\(\)/);
    expect(() => stack([zeros([2]), zeros([3])])).toThrow(/tensor 1 \[3\]/);
    expect(() => cat([zeros([2])], 1)).toThrow(/dim 1 is out of range/);
  });
});

describe("split, chunk and unbind", () => {
  it("share the storage and are one node whose gradient is one cat or stack", () => {
    const cases: [string, () => Tensor[], (parts: readonly Tensor[]) => Tensor][] = [
      ["split", () => x().split([1, 4, 2], 1), (parts) => cat(parts, 1)],
      ["split", () => x().chunk(2, -1), (parts) => cat(parts, 2)],
      ["unbind", () => x().unbind(1), (parts) => stack(parts, 1)],
    ];
    for (const [name, f, join] of cases) {
      let parts: Tensor[] = [];
      const nodes = recorded(() => {
        parts = f();
      }).filter((node) => node.name !== "view");
      expect(nodes.map((node) => node.name)).toEqual([name]);
      expect(new Set(parts.map((part) => part.storage)).size).toBe(1);
      const grads = parts.map((part, i) => part.mul(i + 1));
      expect(nodes[0]!.pullBack(grads)[0]?.().toArray()).toEqual(join(grads).toArray());
      const back = recorded(() => nodes[0]!.pullBack(grads)[0]?.());
      expect(back.filter((node) => node.name === "cat")).toHaveLength(1);
    }
  });

  it("give empty parts of sizes of 0", () => {
    expect(zeros([0]).split(2).map(({ shape }) => shape)).toEqual([[0]]); // biome-ignore format: one line
    expect(zeros([0]).chunk(2).map(({ shape }) => shape)).toEqual([[0], [0]]); // biome-ignore format: one line
    expect(zeros([2, 0]).unbind(1)).toEqual([]);
  });

  it("refuse sizes that do not fit", () => {
    expect(() => x().split([8, -1], 1)).toThrow(ShapeError);
    expect(() => x().split(0, 1)).toThrow(/≥ 1/);
    expect(() => tensor(1).unbind()).toThrow(/scalar/);
    expect(() => x().split(1, 3)).toThrow(/dim 3/);
  });
});
