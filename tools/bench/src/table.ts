export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

/** Rows under titles, each column as wide as its widest cell. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, i) =>
    Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, i) => pad(cells[i] ?? "", widths[i]!, align ?? "right"))
      .join("  ")
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join("\n");
}

function pad(text: string, width: number, align: "left" | "right"): string {
  return align === "left" ? text.padEnd(width) : text.padStart(width);
}

/** Three digits and a unit: `1.23 ms`. */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  const units = [
    [1, "s"],
    [1e-3, "ms"],
    [1e-6, "µs"],
  ] as const;
  for (const [size, unit] of units)
    if (Math.abs(seconds) >= size) return `${threeDigits(seconds / size)} ${unit}`;
  return `${threeDigits(seconds / 1e-9)} ns`;
}

/** 123, 12.3 or 1.23; no exponent. */
export function threeDigits(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export function formatPercent(part: number): string {
  return Number.isFinite(part) ? `${Math.round(100 * part)} %` : "–";
}

export function formatFlops(flops: number): string {
  return flops >= 1e9 ? `${threeDigits(flops / 1e9)} GFLOP` : `${threeDigits(flops / 1e6)} MFLOP`;
}
