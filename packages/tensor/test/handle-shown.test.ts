import { inspect } from "node:util";
import { MessageChannel } from "node:worker_threads";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { ones, referenceBackend, type Tensor, tensor, zeros } from "../src/index.ts";
import * as methods from "../src/ops/methods.ts";

describe("console.log", () => {
  test("shows numbers, dtype and shape", () => {
    expect(inspect(tensor([[1, 2.5]]))).toBe("tensor([[1.0000, 2.5000]]) float32[1, 2]");
    expect(inspect(tensor([true]))).toBe("tensor([True]) bool[1]");
    expect(inspect(tensor(3, { dtype: "int32" }))).toBe("tensor(3) int32[]");
    expect(inspect(zeros([0, 2]))).toBe("tensor([]) float32[0, 2]");
    expect(inspect({ w: [tensor([1, 2])] })).toBe("{ w: [ tensor([1., 2.]) float32[2] ] }");
    expect(inspect({ a: { b: { c: { d: ones([9]) } } } }, { depth: null })).toContain("float32[9]");
    expect(inspect({ a: { b: { c: ones([9]) } } }, { depth: 2 })).toContain("[Tensor float32[9]]");
  });

  test("does not throw for a freed or damaged tensor, or another backend", () => {
    const freed = ones([2]);
    freed.dispose();
    expect(inspect(freed)).toBe("tensor(freed) float32[2]");
    const damaged = ones([2]);
    Reflect.set(damaged.shape, 0, 5);
    expect(inspect(damaged)).toBe("tensor(...) float32[5]");
    const { view: _, ...remote } = referenceBackend();
    expect(inspect(ones([2], { backend: { ...remote, name: "remote" } }))).toBe("tensor(...) float32[2]");
  });
});

describe("assignment to a tensor", () => {
  const own = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(ones([1]))))
    .filter(([, { get }]) => get !== undefined)
    .map(([name]) => name);

  test.each([...own, "data", "grad", "name", "foo", "0", "requires_grad"])("x.%s = … throws", (name) => {
    const x = ones([2, 3]);
    expect(() => Reflect.set(x, name, 1)).toThrow(new RegExp(`^${name}: `));
    expect([x.shape, x.dtype, x.offset, x.sum().item()]).toEqual([[2, 3], "float32", 0, 6]);
  });

  test("a class of tensors may get methods", () => {
    const prototype: object = Object.getPrototypeOf(ones([1]));
    Reflect.set(prototype, "ownMethod", () => 3);
    expect(Reflect.get(ones([1]), "ownMethod")()).toBe(3);
    Reflect.deleteProperty(prototype, "ownMethod");
  });
});

describe("names of other libraries", () => {
  const call = (name: string) => (): unknown =>
    Reflect.apply(Reflect.get(ones([2]), name) as () => unknown, ones([2]), []);

  const snake = "masked_fill index_select log_softmax scatter_add_ masked_fill_ index_put_ is_contiguous";
  test.each([...Object.keys(methods).map((name) => `${name}_`), ...snake.split(" ")])(
    "x.%s() says what to write",
    (name) => {
      expect(call(name)).toThrow(`${name}: tensors have no method ${name}; write x`);
    },
  );

  const others =
    "zero_ fill_ copy_ requires_grad_ lerp_ addcmul_ concat astype backward numpy tolist cuda float mm print";
  test.each(others.split(" "))("x.%s() throws", (name) => {
    expect(call(name)).toThrow(`${name}: tensors have no method ${name}; `);
  });

  test("what other code probes for stays undefined", () => {
    const probed = "then nodeType $$typeof asymmetricMatch _isVue __v_isRef @@x tagName inspect";
    for (const name of probed.split(" ")) expect(Reflect.get(ones([1]), name)).toBeUndefined();
  });
});

describe("what cannot be cloned says how to send it", () => {
  const fix = /send await x\.data\(\) and x\.shape, and rebuild it with fromData\(data, shape\)/;
  const holders: readonly ((x: Tensor) => unknown)[] = [
    (x) => x,
    (x) => [x],
    (x) => ({ "layer.weight": x }),
    (x) => new Map([[1, x]]),
  ];

  test("structuredClone and postMessage", () => {
    const { port1 } = new MessageChannel();
    for (const hold of holders) {
      expect(() => structuredClone(hold(ones([2])))).toThrow(fix);
      expect(() => port1.postMessage(hold(ones([2])))).toThrow(fix);
    }
    port1.close();
  });
});

describe("toArray", () => {
  test("is typed by the number of dims, which it checks", () => {
    const x = tensor([[1, 2]]);
    expectTypeOf(x.toArray(2)).toEqualTypeOf<number[][]>();
    expectTypeOf(x.eq(1).toArray<2, boolean>(2)).toEqualTypeOf<boolean[][]>();
    expectTypeOf(tensor(1).toArray(0)).toEqualTypeOf<number>();
    expect(x.toArray(2)[0]![1]).toBe(2);
    for (const n of [0, 1, 3]) expect(() => x.toArray(n)).toThrow(`toArray: expected ${n} dims, got 2`);
    for (const n of [-1, 1.5, "2"]) expect(() => x.toArray(n as never)).toThrow(/toArray: ndim must be/);
  });
});

test.each([
  ["and of the contracts", false],
  ["on the same contracts", true],
])("a tensor of a second copy of the package, %s, is named as such", async (_, shared) => {
  const contract = await import("@saccade/contract");
  vi.resetModules();
  if (shared) vi.doMock("@saccade/contract", () => contract);
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const second = await import("../src/index.ts");
  expect(warn).toHaveBeenCalledOnce();
  for (const use of [
    () => ones([2]).add(second.ones([2]) as never),
    () => ones([2]).matmul(second.ones([2]) as never),
    () => tensor(second.ones([2]) as never),
    () => zeros(second.ones([2]) as never),
  ]) {
    expect(use).toThrow(/tensor float32\[2\] of another copy of @saccade\/tensor; keep one copy \(npm ls/);
  }
  const back =
    /x must be a tensor.*, got tensor float32\[2\] of another copy of @saccade\/tensor; keep one copy/;
  expect(() => second.neg(ones([2]) as never)).toThrow(back);
  vi.doUnmock("@saccade/contract");
  vi.resetModules();
  warn.mockRestore();
});
