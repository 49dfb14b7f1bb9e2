// Windows: sums of cosines and other shapes.
import type { OptionsOf, Rule, Rules, Settings, Signature } from "../contract.ts";
import { flag, listOf, number, required, rule, signature, whole } from "../contract.ts";
import type { DType, Tensor } from "../core.ts";
import { badArgument, checkAddressable, fromChecked, tensorOptionsRenamed, tensorRules } from "../core.ts";

const floats: Rule<DType, DType> = /* @__PURE__ */ rule(
  '"float32" or "float64"',
  (value): value is DType => value === "float32" || value === "float64",
  "float32",
);

/** The options of every window. */
const windowRules = {
  /** Whether the window is symmetric, as filters are; false makes one period of it, for spectra. Default true. */
  sym: flag(true),
  /** "float32" or "float64". Default "float32". */
  dtype: floats,
  /** Where the tensor lives. Default: `getBackend()`. */
  backend: tensorRules.backend,
};

const length = { M: required(whole(undefined, { min: 0 })) };

/** The call of a window of M elements. */
/* @__NO_SIDE_EFFECTS__ */
function windowCall<const R extends Rules>(call: string, rules: R): Signature<typeof length, R> {
  return signature(call, length, rules, { renamed: tensorOptionsRenamed });
}

/** The settings of a call. */
interface Sampled extends Settings<typeof windowRules> {
  readonly M: number;
}

/** A window of M elements: f of each index, computed in double precision and rounded once. A single one is 1. */
function sampled(what: string, { M, dtype, backend }: Sampled, f: (n: number) => number): Tensor {
  checkAddressable(what, [M]);
  const data = Float64Array.from({ length: M }, (_, n) => (M === 1 ? 1 : f(n)));
  return fromChecked(what, data, [M], dtype, backend);
}

/** The distance from the first element to the last of the symmetric window; of a periodic one, to the next period. */
function span({ M, sym }: Sampled): number {
  return sym ? M - 1 : M;
}

const blackmanCall = /* @__PURE__ */ windowCall("windows.blackman(8, { sym: false })", windowRules);
const hammingCall = /* @__PURE__ */ windowCall("windows.hamming(8, { sym: false })", windowRules);
const hannCall = /* @__PURE__ */ windowCall("windows.hann(8, { sym: false })", windowRules);
const nuttallCall = /* @__PURE__ */ windowCall("windows.nuttall(8, { sym: false })", windowRules);
const generalHammingCall = /* @__PURE__ */ windowCall("windows.generalHamming(8, { alpha: 0.5 })", {
  /** The constant term; that of the cosine is 1 − alpha. Default 0.54. */
  alpha: number(0.54),
  ...windowRules,
});
const generalCosineCall = /* @__PURE__ */ windowCall("windows.generalCosine(8, { a: [0.5, 0.5] })", {
  /** The factors of cos 0, cos x, cos 2x, …; every second one is subtracted. */
  a: required(listOf(number())),
  ...windowRules,
});

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

const bartlettCall = /* @__PURE__ */ windowCall("windows.bartlett(8, { sym: false })", windowRules);
const cosineCall = /* @__PURE__ */ windowCall("windows.cosine(8, { sym: false })", windowRules);
const exponentialCall = /* @__PURE__ */ windowCall("windows.exponential(8, { tau: 2 })", {
  /** Where the window is 1; for sym: false only. Default the middle. */
  center: number(),
  /** The distance over which it falls to 1 / e. Default 1. */
  tau: number(1, { above: 0 }),
  ...windowRules,
});
const gaussianCall = /* @__PURE__ */ windowCall("windows.gaussian(8, { std: 2 })", {
  /** The standard deviation. Default 1. */
  std: number(1, { above: 0 }),
  ...windowRules,
});
const kaiserCall = /* @__PURE__ */ windowCall("windows.kaiser(8, { beta: 5 })", {
  /** The shape: 0 is a rectangle, larger ones are narrower. Default 12. */
  beta: number(12, { min: 0 }),
  ...windowRules,
});

/** Options of {@link exponential}. */
export interface ExponentialOptions extends OptionsOf<typeof exponentialCall, typeof windowRules> {}
/** Options of {@link gaussian}. */
export interface GaussianOptions extends OptionsOf<typeof gaussianCall, typeof windowRules> {}
/** Options of {@link kaiser}. */
export interface KaiserOptions extends OptionsOf<typeof kaiserCall, typeof windowRules> {}

function middle(settings: Sampled): number {
  return span(settings) / 2;
}

/**
 * Bartlett's window, a triangle from 0 to 1 to 0.
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.bartlett(5) // tensor([0, 0.5000, 1, 0.5000, 0])
 */
export function bartlett(M: number, options?: WindowOptions): Tensor {
  const settings = bartlettCall([M, options]);
  return sampled("windows.bartlett", settings, (n) => 1 - Math.abs(n / middle(settings) - 1));
}

/**
 * Half a period of a sine: sin(π (n + 1/2) / M).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.cosine(3) // tensor([0.5000, 1, 0.5000])
 */
export function cosine(M: number, options?: WindowOptions): Tensor {
  const settings = cosineCall([M, options]);
  return sampled("windows.cosine", settings, (n) => Math.sin((Math.PI * (n + 0.5)) / (span(settings) + 1)));
}

/**
 * exp(−|n − center| / tau).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0; for a center of a symmetric window.
 * @example windows.exponential(3) // tensor([0.3679, 1, 0.3679])
 */
export function exponential(M: number, options?: ExponentialOptions): Tensor {
  const settings = exponentialCall([M, options]);
  const { center, tau, sym } = settings;
  if (sym && center !== undefined)
    throw badArgument(
      "windows.exponential",
      "center",
      "left out",
      center,
      "a symmetric window has its own; or write sym: false",
    );
  const at = center ?? middle(settings);
  return sampled("windows.exponential", settings, (n) => Math.exp(-Math.abs(n - at) / tau));
}

/**
 * exp(−(n − middle)² / (2 std²)).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0.
 * @example windows.gaussian(3) // tensor([0.6065, 1, 0.6065])
 */
export function gaussian(M: number, options?: GaussianOptions): Tensor {
  const settings = gaussianCall([M, options]);
  return sampled("windows.gaussian", settings, (n) =>
    Math.exp(-(((n - middle(settings)) / settings.std) ** 2) / 2),
  );
}

/**
 * Kaiser's window, I₀(beta √(1 − (2n / (M − 1) − 1)²)) / I₀(beta) (Kaiser and Schafer 1980).
 *
 * @throws ArgumentError unless M is a whole number ≥ 0; for a negative beta.
 * @example windows.kaiser(3, { beta: 1 }) // tensor([0.7898, 1.0000, 0.7898])
 */
export function kaiser(M: number, options?: KaiserOptions): Tensor {
  const settings = kaiserCall([M, options]);
  const { beta } = settings;
  return sampled("windows.kaiser", settings, (n) => {
    const x = n / middle(settings) - 1;
    return ratio(beta * Math.sqrt(Math.max(0, 1 - x * x)), beta);
  });
}

/** I₀(x) / I₀(y) for x ≤ y, both sums of (z² / 4)ᵏ / k!², scaled so that large y do not overflow. */
function ratio(x: number, y: number): number {
  let [above, below] = [1, 1];
  let [a, b] = [1, 1];
  for (let k = 1; k < 4 * y + 40; k++) {
    a *= (x / (2 * k)) ** 2;
    b *= (y / (2 * k)) ** 2;
    above += a;
    below += b;
    if (below < 1e200) continue;
    a /= 1e200;
    b /= 1e200;
    above /= 1e200;
    below /= 1e200;
  }
  return above / below;
}
