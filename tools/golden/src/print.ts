import type { Outcome, Result } from "./run-folder.ts";

const shownFindings = 5;

export interface PrintOptions {
  readonly verbose: boolean;
  readonly write: (line: string) => void;
}

/** Failures by file, then the last line: how many passed and failed. */
export function printOutcome({ results, passed, failed, notes }: Outcome, options: PrintOptions): void {
  const { verbose, write } = options;
  for (const note of notes) write(`note: ${note}`);
  const shown = verbose ? results : results.filter(({ findings }) => findings.length > 0);
  let file: string | undefined;
  for (const result of shown) {
    if (result.file !== file) write(`\n${result.file}`);
    file = result.file;
    printResult(result, options);
  }
  if (shown.length > 0) write("");
  write(`${passed} passed, ${failed} failed`);
}

function printResult({ name, findings }: Result, { verbose, write }: PrintOptions): void {
  write(`  ${findings.length > 0 ? "FAILED" : "ok"} ${name}`);
  const count = verbose ? findings.length : Math.min(findings.length, shownFindings);
  for (const finding of findings.slice(0, count)) write(`      ${finding}`);
  if (count < findings.length) write(`      … and ${findings.length - count} more (--verbose shows them)`);
}

/** Shows how far the run is, on a terminal only. */
export function progressLine(
  stream: NodeJS.WriteStream,
): (result: Result, done: number, total: number) => void {
  if (!stream.isTTY) return () => {};
  return ({ file, name }, done, total) => {
    const line = `${done}/${total} ${file} ${name}`.slice(0, Math.max(20, stream.columns - 1));
    stream.write(`\r\x1b[2K${done < total ? line : ""}`);
  };
}
