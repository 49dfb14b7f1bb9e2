// Windows of other shapes.
import { badArgument } from "../contract/arguments.ts";
import type { OptionsOf } from "../contract/options.ts";
import { number } from "../contract/rules.ts";
import type { Tensor } from "../tensor.ts";
import type { WindowOptions } from "./cosines.ts";
import { type Sampled, sampled, span, windowCall, windowRules } from "./window.ts";

const bartlettCall = windowCall("bartlett", windowRules, "windows.bartlett(8, { sym: false })");
const cosineCall = windowCall("cosine", windowRules, "windows.cosine(8, { sym: false })");
const exponentialCall = windowCall(
  "exponential",
  {
    /** Where the window is 1; for sym: false only. Default the middle. */
    center: number(),
    /** The distance over which it falls to 1 / e. Default 1. */
    tau: number(1, { above: 0 }),
    ...windowRules,
  },
  "windows.exponential(8, { tau: 2 })",
);
const gaussianCall = windowCall(
  "gaussian",
  {
    /** The standard deviation. Default 1. */
    std: number(1, { above: 0 }),
    ...windowRules,
  },
  "windows.gaussian(8, { std: 2 })",
);
const kaiserCall = windowCall(
  "kaiser",
  {
    /** The shape: 0 is a rectangle, larger ones are narrower. Default 12. */
    beta: number(12, { min: 0 }),
    ...windowRules,
  },
  "windows.kaiser(8, { beta: 5 })",
);

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
