import {
  type Backend,
  fromData,
  getBackend,
  keep,
  referenceBackend,
  ShapeError,
  scope,
  type Tensor,
} from "@saccade/tensor";
import { empty, formatShape, makeLasting } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import type { HalfFormat } from "@saccade/tensor/fused";
import { isSkippingInit, skipInit } from "../skip-init.ts";

export type { HalfFormat };

/** How 16-bit numbers are written. */
export const formatRule: c.Rule<HalfFormat, HalfFormat> = c.oneOf(["bfloat16", "float16"], "bfloat16");

/** A width that may be packed: two numbers go in one int32. */
export const evenRule: c.RequiredRule<number> = c.required(
  c.withFix(
    c.rule(
      "an even whole number ≥ 0",
      (n): n is number => Number.isSafeInteger(n) && Number(n) >= 0 && Number(n) % 2 === 0,
    ),
    "16-bit weights are packed in twos, so keep a layer of odd width in float32",
  ),
);

/**
 * A packed weight of (rows, width) numbers: drawn by `make`, or in `skipInit` not written. Zeros would come from an array of the
 * weight's size, and so double a model's memory while it is made.
 */
export function makeHalf(
  rows: number,
  width: number,
  format: HalfFormat,
  make: (drawn: { readonly backend: Backend }) => Tensor,
): Tensor {
  const weight = isSkippingInit()
    ? empty([rows, width / 2], { dtype: "int32" })
    : scope(() => packed(make({ backend: readable() }), format).to(getBackend()));
  // Like a parameter, it lives as long as its module, and ends with the scope of a constructor that throws.
  makeLasting(weight);
  return weight;
}

/** Where numbers are drawn that the host rounds: on the current backend, if it can be read without a wait. */
function readable(): Backend {
  const current = getBackend();
  return current.view === undefined && current.readSync === undefined ? referenceBackend() : current;
}

/** A new layer with this packed weight; its own weight is never initialized. */
export function withWeight<L extends { weight: Tensor }>(make: () => L, weight: () => Tensor): L {
  const layer = skipInit(make);
  layer.weight.dispose();
  layer.weight = keep(weight());
  return layer;
}

/**
 * Rounds a float tensor (…, n) to 16-bit numbers, to the nearest and to even where two are as near; n is even. Returns
 * them packed in an int32 tensor (…, n / 2) on the same backend.
 */
export function packed(x: Tensor, format: HalfFormat): Tensor {
  const halves = rounded(x.contiguous().dataSync(), format);
  const shape = [...x.shape.slice(0, -1), x.size(-1) / 2];
  return fromData(new Int32Array(halves.buffer), shape, { backend: x.backend });
}

/** The bytes of a little-endian 16-bit tensor as a packed int32 tensor. */
export function halfFromBytes(what: string, bytes: Uint8Array, rows: number, width: number): Tensor {
  if (bytes.length !== 2 * rows * width) {
    throw new ShapeError(
      `${what}: ${bytes.length} bytes for a weight ${formatShape([rows, width])}, which takes ${2 * rows * width}, two a number.`,
    );
  }
  if (rows * width === 0) return fromData(new Int32Array(0), [rows, width / 2]);
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const numbers = new Int32Array(aligned.buffer, aligned.byteOffset, (rows * width) / 2);
  return fromData(numbers, [rows, width / 2]);
}

const isNumbers = (values: unknown): values is ArrayLike<number> =>
  Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
const halfBitsCall = /* @__PURE__ */ c.signature('halfBits([1, -2], "bfloat16")', {
  values: /* @__PURE__ */ c.required(/* @__PURE__ */ c.rule("an array of numbers", isNumbers)),
  format: /* @__PURE__ */ c.required(formatRule),
});

/**
 * Numbers rounded to 16 bits, to the nearest and to even where two are as near, as bit patterns.
 *
 * @example halfBits([1, -2], "bfloat16") // Uint16Array [16256, 49152]
 */
export function halfBits(values: ArrayLike<number>, format: HalfFormat): Uint16Array<ArrayBuffer> {
  halfBitsCall([values, format]);
  return rounded(values, format);
}

function rounded(values: ArrayLike<number>, format: HalfFormat): Uint16Array<ArrayBuffer> {
  const halves = new Uint16Array(values.length);
  const round = format === "bfloat16" ? toBfloat16 : toFloat16;
  for (let i = 0; i < values.length; i++) {
    scratch[0] = values[i]!;
    halves[i] = round(bits[0]!);
  }
  return halves;
}

const scratch = new Float32Array(1);
const bits = new Uint32Array(scratch.buffer);

// The upper half, rounded by adding just under half of the last place and the last bit kept. A NaN stays one.
function toBfloat16(b: number): number {
  if ((b & 0x7fffffff) > 0x7f800000) return (b >>> 16) | 0x40;
  return (b + 0x7fff + ((b >>> 16) & 1)) >>> 16;
}

function toFloat16(b: number): number {
  const sign = (b >>> 16) & 0x8000;
  const magnitude = b & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00; // from 65520 on, which is nearer to 65536 than to 65504
  if (magnitude >= 0x38800000) return sign | roundShift(magnitude - 0x38000000, 13);
  if (magnitude < 0x33000000) return sign; // below half of 2⁻²⁴, the least
  const shift = 126 - (magnitude >>> 23);
  return sign | roundShift((magnitude & 0x7fffff) | 0x800000, shift);
}

// b / 2ⁿ to the nearest whole number, and to the even one of two.
function roundShift(b: number, n: number): number {
  return (b + (1 << (n - 1)) - 1 + ((b >>> n) & 1)) >>> n;
}
