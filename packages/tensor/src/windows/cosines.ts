// Windows that are sums of cosines.
import { badArgument } from "../contract/arguments.ts";
import type { OptionsOf } from "../contract/options.ts";
import { listOf, number, required } from "../contract/rules.ts";
import type { Tensor } from "../tensor.ts";
import { type Sampled, sampled, span, windowCall, windowRules } from "./window.ts";

const blackmanCall = windowCall("blackman", windowRules, "windows.blackman(8, { sym: false })");
const hammingCall = windowCall("hamming", windowRules, "windows.hamming(8, { sym: false })");
const hannCall = windowCall("hann", windowRules, "windows.hann(8, { sym: false })");
const nuttallCall = windowCall("nuttall", windowRules, "windows.nuttall(8, { sym: false })");
const generalHammingCall = windowCall(
  "generalHamming",
  {
    /** The constant term; that of the cosine is 1 − alpha. Default 0.54. */
    alpha: number(0.54),
    ...windowRules,
  },
  "windows.generalHamming(8, { alpha: 0.5 })",
);
const generalCosineCall = windowCall(
  "generalCosine",
  {
    /** The factors of cos 0, cos x, cos 2x, …; every second one is subtracted. */
    a: required(listOf(number())),
    ...windowRules,
  },
  "windows.generalCosine(8, { a: [0.5, 0.5] })",
);

/** Options of windows without parameters. */
export interface WindowOptions extends OptionsOf<typeof hannCall, typeof windowRules> {}
/** Options of {@link generalHamming}. */
export interface GeneralHammingOptions extends OptionsOf<typeof generalHammingCall, typeof windowRules> {}
/** Options of {@link generalCosine}. */
export interface GeneralCosineOptions extends OptionsOf<typeof generalCosineCall, typeof windowRules> {}

function cosines(what: string, settings: Sampled, a: readonly number[]): Tensor {
  const step = (2 * Math.PI) / span(settings);
  return sampled(what, settings, (n) =>
    a.reduce((sum, factor, i) => sum + (i % 2 === 0 ? factor : -factor) * Math.cos(i * n * step), 0),
  );
}

/**
 * a₀ − a₁ cos x + a₂ cos 2x − …, x from 0 to 2π.
 *
 * @throws ArgumentError unless M is a whole number ≥ 0 and there are factors.
 * @example windows.generalCosine(3, { a: [0.5, 0.5] }) // tensor([0, 1, 0])
 */
export function generalCosine(M: number, options: GeneralCosineOptions): Tensor {
  const settings = generalCosineCall([M, options]);
  if (settings.a.length === 0)
    throw badArgument("windows.generalCosine", "a", "an array with at least one factor", settings.a);
  return cosines("windows.generalCosine", settings, settings.a);
}

/**
 * alpha − (1 − alpha) cos x, x from 0 to 2π.
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.generalHamming(3, { alpha: 0.5 }) // tensor([0, 1, 0])
 */
export function generalHamming(M: number, options?: GeneralHammingOptions): Tensor {
  const settings = generalHammingCall([M, options]);
  return cosines("windows.generalHamming", settings, [settings.alpha, 1 - settings.alpha]);
}

/**
 * Hann's window, (1 − cos x) / 2 (Blackman and Tukey 1958).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.hann(5) // tensor([0, 0.5000, 1, 0.5000, 0])
 */
export function hann(M: number, options?: WindowOptions): Tensor {
  return cosines("windows.hann", hannCall([M, options]), [0.5, 0.5]);
}

/**
 * Hamming's window, 0.54 − 0.46 cos x (Blackman and Tukey 1958).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.hamming(3) // tensor([0.0800, 1, 0.0800])
 */
export function hamming(M: number, options?: WindowOptions): Tensor {
  return cosines("windows.hamming", hammingCall([M, options]), [0.54, 0.46]);
}

/**
 * Blackman's window, 0.42 − 0.5 cos x + 0.08 cos 2x (Blackman and Tukey 1958).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.blackman(4).sum() // tensor(1.2600)
 */
export function blackman(M: number, options?: WindowOptions): Tensor {
  return cosines("windows.blackman", blackmanCall([M, options]), [0.42, 0.5, 0.08]);
}

/**
 * Nuttall's window of four terms with the lowest side lobes (Nuttall 1981).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.nuttall(3) // tensor([0.0004, 1, 0.0004])
 */
export function nuttall(M: number, options?: WindowOptions): Tensor {
  return cosines("windows.nuttall", nuttallCall([M, options]), [0.3635819, 0.4891775, 0.1365995, 0.0106411]);
}
