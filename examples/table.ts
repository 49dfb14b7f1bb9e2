/** Cells, row by row. */
type Rows = readonly (readonly (string | number)[])[];

/** Lines of a table for people: the first column to the left, the others to the right. */
export function tableLines(head: readonly string[], rows: Rows, gap = 2): string[] {
  return alignedLines(head, rows, gap, (cell, width, i) =>
    i === 0 ? cell.padEnd(width) : cell.padStart(width),
  );
}

/** Lines of a table of words: all columns to the left. */
export function leftLines(head: readonly string[], rows: Rows): string[] {
  return alignedLines(head, rows, 2, (cell, width) => cell.padEnd(width));
}

/** Prints {@link tableLines}. */
export function printTable(print: (line: string) => void, head: readonly string[], rows: Rows): void {
  for (const line of tableLines(head, rows)) print(line);
}

/** The row and the column of a table's largest number, or of what else `pick` finds. */
export function placeOf(
  table: readonly (readonly number[])[],
  pick: (...values: number[]) => number = Math.max,
): [row: number, column: number] {
  const value = pick(...table.flat());
  const row = table.findIndex((cells) => cells.includes(value));
  return [row, table[row]!.indexOf(value)];
}

function alignedLines(
  head: readonly string[],
  rows: Rows,
  gap: number,
  pad: (cell: string, width: number, column: number) => string,
): string[] {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map((row) => row.map((cell, i) => pad(cell, widths[i]!, i)).join(" ".repeat(gap)));
  return lines.map((line) => line.trimEnd());
}
