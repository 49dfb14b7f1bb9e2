/** A number as short as a box takes it: two digits after the point at most, powers of ten where it is long. */
export function brief(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace("-", "−").replace("Infinity", "∞");
  const size = Math.abs(value);
  const text = size >= 1e4 ? value.toExponential(0) : String(Number(value.toFixed(size >= 100 ? 0 : 2)));
  return text === "-0" ? "0" : text.replace("-", "−").replace("e+", "e");
}

/** With so many digits after the point, or in powers of ten where that would be long. */
export function showNumber(value: number, digits: number): string {
  if (!Number.isFinite(value)) return brief(value);
  const text = Math.abs(value) >= 1e5 ? value.toExponential(1) : value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−");
}
