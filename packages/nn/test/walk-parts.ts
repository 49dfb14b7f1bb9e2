import { OutOfMemoryError, referenceBackend, scope } from "@saccade/tensor";
import { isPlainObject } from "@saccade/tensor/backend";
import { expect, test } from "vitest";
import { type Call, call, callMethod, fault, givenTo } from "../../tensor/test/walk.ts";
import { Dropout, Linear, Module, Parameter } from "../src/index.ts";

const others = [null, undefined, 3, "x", {}, [], () => 1, new Linear(3, 5), new Dropout(0), [3], [null]];

type Calls = Readonly<Record<string, Call>>;

/** Tests that constructors that run out of memory leave nothing behind. */
export function walkMemory(entry: object, calls: Calls): void {
  const classes = Object.keys(calls).filter((name) => /^[A-Z]/.test(name));
  test.each(classes)("%s that runs out of memory leaves no tensor in the scope's place", (name) => {
    const given = givenTo(calls[name]!);
    expect(faultsWithoutMemory(() => call(Reflect.get(entry, name), ...given)).join("\n")).toBe("");
  });
}

/** Tests that results with an output are named tuples, and that a part replaced by something else works or ends in a named error. */
export function walkParts(entry: object, calls: Calls): void {
  test.each(Object.entries(calls))("results and parts of %s", (name, of) => {
    const run = (): unknown => call(Reflect.get(entry, name), ...givenTo(of));
    expectTuple(run());
    for (const [method, one] of Object.entries(of.methods ?? {})) {
      const owner = Object(run());
      expectTuple(callMethod(owner, method, ...givenTo(one)));
      for (const [field, part] of Object.entries(owner).filter(([, value]) => isPart(value))) {
        for (const other of others)
          try {
            Reflect.set(owner, field, other);
            callMethod(owner, method, ...givenTo(one));
          } catch (error) {
            expect(fault(error), `${field} of ${method}`).toBe(null);
          }
        Reflect.set(owner, field, part);
      }
    }
  });
}

/** Results with an output: PyTorch's `const [output, weights] = …` gets their fields in order. */
function expectTuple(result: unknown): void {
  if (typeof result !== "object" || result === null || !isPlainObject(result) || !("output" in result))
    return;
  const items = Array.from<unknown>(Object(result));
  expect(Object.values(result).every((value, i) => value === items[i])).toBe(true);
}

function isPart(value: unknown): boolean {
  return (
    value instanceof Module || value instanceof Parameter || (Array.isArray(value) && value.some(isPart))
  );
}

/**
 * Calls `make` while memory runs out at the first allocation, at the second and so on, until it succeeds. The faults: other errors,
 * and tensors that outlive the scope around it.
 */
function faultsWithoutMemory(make: () => unknown): string[] {
  const backend = referenceBackend();
  const { allocate, free } = backend;
  const faults: string[] = [];
  for (let room = 0, full = true; full && room < 2000; room++) {
    let made = 0;
    full = false;
    // Only what is allocated here counts: garbage of other tests may be freed meanwhile.
    const live = new Set<unknown>();
    backend.allocate = (...given) => {
      if (made++ < room) {
        const buffer = allocate(...given);
        live.add(buffer);
        return buffer;
      }
      full = true;
      throw new OutOfMemoryError("reference backend: no room.");
    };
    backend.free = (buffer, ...sizes) => {
      live.delete(buffer);
      free(buffer, ...sizes);
    };
    try {
      scope(() => {
        make();
      });
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) faults.push(`allocation ${room}: ${String(error)}`);
    } finally {
      Object.assign(backend, { allocate, free });
    }
    if (full && live.size > 0) faults.push(`allocation ${room}: ${live.size} buffers left`);
  }
  return faults;
}
