import { fromData, type Tensor, type TypedArray } from "@saccade/tensor";
import { asNumber, CaseError, Fields, type GoldenTensor } from "./case.ts";

/** The numbers of a golden tensor, as the library's dtype for it. */
export function decodeData({ dtype, data }: GoldenTensor, what: string): TypedArray {
  const values = data.map((value) => (typeof value === "boolean" ? Number(value) : asNumber(value, what)));
  switch (dtype) {
    case "float32":
      return Float32Array.from(values);
    case "float64":
      return Float64Array.from(values);
    case "int32":
    case "int64":
      return wholeNumbers(values, what);
    case "bool":
      if (values.some((value) => value !== 0 && value !== 1))
        throw new CaseError(`${what}: a bool is neither 0 nor 1`);
      return Uint8Array.from(values);
  }
}

function wholeNumbers(values: readonly number[], what: string): Int32Array {
  const bad = values.find((value) => !Number.isInteger(value) || Math.abs(value) >= 2 ** 31);
  if (bad !== undefined) throw new CaseError(`${what}: ${bad} is not an int32, the library's integer`);
  return Int32Array.from(values);
}

/** The contiguous tensor that a golden tensor's data are (before its views), on the current backend. */
export function decodeTensor(golden: GoldenTensor, what: string): Tensor {
  const data = decodeData(golden, what);
  return fromData(data, [...golden.shape], { dtype: libraryDType(golden.dtype) });
}

/** A state dict. */
export function decodeState(params: ReadonlyMap<string, GoldenTensor>): Record<string, Tensor> {
  return Object.fromEntries(
    [...params].map(([name, golden]) => [name, decodeTensor(golden, `param ${name}`)]),
  );
}

/** int64 is int32 here. */
export function libraryDType(dtype: GoldenTensor["dtype"]): "float32" | "float64" | "int32" | "bool" {
  return dtype === "int64" ? "int32" : dtype;
}

const viewOps: Readonly<Record<string, (x: Tensor, at: Fields) => Tensor>> = {
  transpose: (x, at) => {
    const [a, b, ...more] = at.numbers("dims");
    if (a === undefined || b === undefined || more.length > 0)
      throw new CaseError(`${at.what}: two dims needed`);
    return x.transpose(a, b);
  },
  permute: (x, at) => x.permute(at.numbers("dims")),
  expand: (x, at) => x.expand(at.numbers("shape")),
  unsqueeze: (x, at) => x.unsqueeze(at.number("dim")),
  select: (x, at) => x.select(at.number("dim"), at.number("index")),
  slice: (x, at) => {
    const step = at.maybe("step", asNumber);
    const stop = at.maybe("stop", asNumber);
    return x.slice(at.number("dim"), {
      start: at.maybe("start", asNumber) ?? 0,
      ...(stop !== undefined && { stop }),
      ...(step !== undefined && { step }),
    });
  },
};

/** Applies a golden tensor's view operations to its base, in order. None of them may copy. */
export function applyViews(base: Tensor, views: readonly unknown[], what: string): Tensor {
  return views.reduce<Tensor>((x, view, i) => {
    const at = new Fields(`${what}.views[${i}]`, view);
    const op = viewOps[at.text("op")];
    if (op === undefined) throw new CaseError(`${at.what}: unknown view operation ${at.text("op")}`);
    const y = op(x, at);
    const odd = at.unread();
    if (odd.length > 0) throw new CaseError(`${at.what}: unknown keys ${odd.join(", ")}`);
    if (y.buffer !== x.buffer)
      throw new Error(`${at.what}: ${at.text("op")} copied instead of giving a view`);
    return y;
  }, base);
}

/** A tensor's shape, dtype and numbers, on the host. */
export interface HostValue {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly data: ArrayLike<number>;
}

/** As {@link snapshot}, also on a host that cannot wait for its backend; the tensor may be freed meanwhile. */
export async function read(x: Tensor): Promise<HostValue> {
  return { shape: [...x.shape], dtype: x.dtype, data: await x.data() };
}

export function snapshot(x: Tensor): HostValue {
  return { shape: [...x.shape], dtype: x.dtype, data: x.dataSync() };
}
