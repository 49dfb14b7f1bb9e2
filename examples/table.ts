/** Lines of a table for people: the first column to the left, the others to the right. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[], gap = 2): string[] {
  return alignedLines(head, rows, gap, (cell, width, i) =>
    i === 0 ? cell.padEnd(width) : cell.padStart(width),
  );
}

/** Lines of a table of words: all columns to the left, and no spaces behind the last. */
export function leftLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return alignedLines(head, rows, 2, (cell, width) => cell.padEnd(width)).map((line) => line.trimEnd());
}

/** Prints {@link tableLines}. */
export function printTable(
  print: (line: string) => void,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  for (const line of tableLines(head, rows)) print(line);
}

function alignedLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  gap: number,
  pad: (cell: string, width: number, column: number) => string,
): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) => row.map((cell, i) => pad(cell, widths[i]!, i)).join(" ".repeat(gap)));
}
