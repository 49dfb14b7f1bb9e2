import { compile, vjp } from "@saccade/autograd";
import { manualSeed, ones, referenceBackend, scope, setBackend, type Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import { afterEach, describe, expect, test } from "vitest";
import { type Case, opCases } from "../../../autograd/test/op-cases.ts";
import { backends } from "../hosts.ts";

afterEach(() => setBackend(referenceBackend()));

/** The results of a case and the gradients of its float inputs. */
function withGradients(f: Case["f"]): (...xs: Tensor[]) => readonly Tensor[] {
  return (...xs) => {
    const floats = xs.filter((x) => isFloat(x.dtype));
    const { value, pullBack } = vjp((...given) => {
      let k = 0;
      const ys = [f(...xs.map((x) => (isFloat(x.dtype) ? given[k++]! : x)))].flat() as Tensor[];
      return ys.filter((y) => isFloat(y.dtype));
    }, floats);
    const cotangents = value.map((y, i) => ones(y.shape, { backend: y.backend }).mul(1 + i / 2));
    return [...value, ...pullBack(cotangents)];
  };
}

describe.each(await backends())(
  "every op, replayed on other numbers, gives the plain bits: %s",
  (way, backend) => {
    for (const [name, cases] of Object.entries(opCases)) {
      if (typeof cases === "string" || name === "cast") continue; // cast's cases need float64
      // All cases on the plain kernels; one of each op in the other ways, whose recordings are made alike.
      const taken = way === "plain" ? cases : cases.slice(0, 1);
      test.each(taken.map((each, i): [number, Case] => [i, each]))(
        `${name}, case %i`,
        (_i, { f, inputs }) => {
          const step = withGradients(f);
          const fast = compile(step);
          const bits = (run: typeof step, xs: readonly Tensor[]): number[][] =>
            scope(() => {
              manualSeed(1);
              return run(...xs).map((y) => [...y.dataSync()]);
            });
          for (let call = 0; call < 3; call++) {
            scope(() => {
              setBackend(referenceBackend());
              const xs = inputs().map((x) => x.to(x.dtype === "float64" ? "float32" : x.dtype).to(backend));
              setBackend(backend);
              expect(bits(fast, xs)).toEqual(bits(step, xs));
            });
          }
          expect(fast.recordings).toBe(1);
          fast.dispose();
        },
      );
    }
  },
);
