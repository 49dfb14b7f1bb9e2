import { unsupported } from "./errors.ts";

/** Which build of the kernels runs. The two round differently, so the choice must not change between runs. */
export type Variant = "plain" | "relaxed";

/**
 * Counts the changes of the kernels that change bits, such as the order of a sum; checkpoints name it. 2: matrix products
 * sum in blocks. 3: layer norm centres rows first, and attention rounds its scores in units of 1.
 */
export const sumOrder = 3;

/** The features of the host that decide which variant runs. */
interface HostFacts {
  readonly relaxedSimd: boolean;
  /** V8's version, such as "12.4.254.21-node.33", or null where it is unknown. */
  readonly v8: string | null;
}

/** Whether the host takes a module whose one function has these instructions and gives a v128. */
function validates(...code: readonly number[]): boolean {
  const types = [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0];
  const body = [10, code.length + 4, 1, code.length + 2, 0, ...code, 0x0b];
  return WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, ...types, ...body));
}

// i32.const 0; i8x16.splat
const splat = [0x41, 0, 0xfd, 0x0f];
// i32x4.relaxed_trunc_f32x4_s
const relaxedTruncation = [0xfd, 0x81, 2];

/** Whether the host has SIMD, without which there are no kernels. */
function hasSimd(): boolean {
  return typeof WebAssembly === "object" && validates(...splat);
}

export function hostFacts(): HostFacts {
  return { relaxedSimd: validates(...splat, ...relaxedTruncation), v8: v8Version() };
}

// Node reports it directly; in Chromium V8's version follows the browser's (Chrome 138 has V8 13.8).
function v8Version(): string | null {
  const host: { process?: { versions?: { v8?: string } }; navigator?: { userAgent?: string } } = globalThis;
  const node = host.process?.versions?.v8;
  if (node !== undefined) return node;
  const major = /Chrom(?:e|ium)\/(\d+)/.exec(host.navigator?.userAgent ?? "")?.[1];
  return major === undefined ? null : `${Math.floor(Number(major) / 10)}.${Number(major) % 10}`;
}

/**
 * The variant that is fastest on a host: relaxed SIMD where it is, but not on V8 before 13.4, which spills the
 * registers of the relaxed matmul. The same host and version always give the same answer.
 */
export function chooseVariant({ relaxedSimd, v8 }: HostFacts): Variant {
  if (!relaxedSimd) return "plain";
  if (v8 === null) return "relaxed";
  const [major = 0, minor = 0] = v8.split(".").map(Number);
  return major < 13 || (major === 13 && minor < 4) ? "plain" : "relaxed";
}

/**
 * The variant that an option asks for.
 *
 * @throws UnsupportedHostError where the host lacks WebAssembly, SIMD, or the relaxed SIMD that was asked for.
 */
export function variantFor(relaxed: boolean | "auto"): Variant {
  if (typeof WebAssembly !== "object") throw unsupported("this host has no WebAssembly");
  if (!hasSimd()) throw unsupported("this host has no WebAssembly SIMD (128-bit instructions)");
  const facts = hostFacts();
  if (relaxed === true && !facts.relaxedSimd) throw unsupported("this host has no WebAssembly relaxed SIMD");
  if (relaxed === "auto") return chooseVariant(facts);
  return relaxed ? "relaxed" : "plain";
}
