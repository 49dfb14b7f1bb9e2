import { noGrad } from "@saccade/autograd";
import { exportOnnx } from "@saccade/onnx";
import { fromData, manualSeed, type Tensor } from "@saccade/tensor";
import { ops, withListener } from "@saccade/tensor/backend";
import * as ort from "onnxruntime-web";
import { beforeAll, describe, expect, it } from "vitest";
import { reasons, table } from "../src/ops/table.ts";
import { type Family, families, type Given, given } from "./families.ts";

beforeAll(() => {
  ort.env.wasm.numThreads = 1;
});

type Results = ort.InferenceSession.ReturnType;

async function run(session: ort.InferenceSession, feeds: Given): Promise<Results> {
  const given = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
  const fed = given.map(([name, x]: [string, Tensor]) => {
    const type = x.dtype === "float64" ? "float32" : x.dtype;
    return [name, new ort.Tensor(type, Array.from(x.dataSync()), x.shape)];
  });
  return session.run(Object.fromEntries(fed));
}

/** Shapes and numbers, NaN and infinities among them. */
function expectEqual(results: Results, wants: Readonly<Record<string, Tensor>>): void {
  for (const [name, want] of Object.entries(wants)) {
    const { dims, data } = results[name]!;
    expect([name, dims]).toEqual([name, want.shape]);
    const wanted = want.dataSync();
    const worst = Array.from(data as Float32Array).reduce((most, a, i) => {
      const b = wanted[i]!;
      if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return most;
      return Math.max(most, Math.abs(a - b) / Math.max(1, Math.abs(b)));
    }, 0);
    expect({ name, ok: worst <= 1e-4, worst }).toEqual({ name, ok: true, worst });
  }
}

function exported(family: Family): Uint8Array {
  const f = ({ x, y, p, k, m }: Readonly<Record<string, Tensor>>): object =>
    family({ x: x!, y: y!, p: p!, k: k!, m: m! });
  const axes = { 0: "batch", 1: "length" };
  const dynamicAxes = { x: axes, y: axes, p: axes, k: axes, m: axes };
  return exportOnnx(f, { ...given(2, 4) }, { dynamicAxes });
}

// What casts to whole numbers is given finite ones only.
const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

describe("each op gives in ONNX Runtime what it gives here, at sizes that were not traced and of numbers that are not finite", () => {
  it.each(Object.entries(families))("%s", async (name, family) => {
    manualSeed(1);
    const session = await ort.InferenceSession.create(exported(family));
    const compare = async (inputs: Given): Promise<void> =>
      expectEqual(
        await run(session, inputs),
        noGrad(() => family(inputs)),
      );
    await compare(given(3, 21));
    for (const number of name === "casts" ? [] : special) {
      // Step 0 is the first state of recurrent ops, whose infinities ONNX Runtime does not carry on.
      for (const at of Number.isNaN(number) ? [0, 7, 11, 39, 58] : [7, 11, 39, 58]) {
        const other = given(3, 5);
        const x = other.x.dataSync().slice();
        x[at] = number;
        await compare({ ...other, x: fromData(x, other.x.shape) });
      }
    }
    await session.release();
  });
});

describe("the table", () => {
  it("has no op that no family runs", () => {
    const ran = new Set<string>();
    const listener = {
      ran(name: string): void {
        ran.add(name);
      },
      reads(): void {},
    };
    noGrad(() => withListener(listener, () => Object.values(families).map((family) => family(given(2, 4)))));
    // Caches write rows; decoding with a cache is compared in tools/onnx.
    expect(Object.keys(table).filter((op) => !ran.has(op) && op !== "writeRows")).toEqual([]);
  });

  it("expresses every op but those of training, random numbers and gradients", () => {
    const missing = Object.values(ops)
      .map(({ name }) => name)
      .filter((name) => !Object.hasOwn(table, name) && name !== "split" && name !== "unbind"); // recorded as slices
    const ofGradients =
      /Backward$|Step$|Gradient$|^conv2d(Input|Weight)$|^(clipFactor|totalNorm|window|shift|linearScan)$/;
    expect(missing.filter((name) => !ofGradients.test(name) && !Object.hasOwn(reasons, name))).toEqual([]);
  });
});
