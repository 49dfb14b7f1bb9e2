/** A share as the texts write it; no line breaks it. */
export const percent = (share: number): string => `${Math.round(1000 * share) / 10}\u00a0%`;
/** A number with its sign, such as "−4.3". */
export const signed = (x: number): string => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(1)}`;
/** A number with one digit after the point, such as "−4.3". */
export const plain = (x: number): string => `${x < 0 ? "−" : ""}${Math.abs(x).toFixed(1)}`;
/** A difference of shares in points, such as "(−38)"; empty below half a point. */
export const points = (change: number): string =>
  Math.abs(change) < 0.005 ? "" : `(${change < 0 ? "−" : "+"}${Math.abs(100 * change).toFixed(0)})`;
