import { describeValue } from "@saccade/contract";
import { PlotError } from "./errors.ts";
import { names } from "./rules.ts";
import { valueText } from "./sentences.ts";
import { quoted } from "./text.ts";

/** @throws PlotError unless there is one token for each layer and position */
export function checkLensTokens(
  given: readonly (readonly string[])[],
  rows: number,
  cols: number,
  what: string,
): readonly (readonly string[])[] {
  if (given.length !== rows)
    throw new PlotError(
      `${what} must hold ${rows} lists of ${cols} tokens, one for each layer, got ${given.length}`,
    );
  for (const [row, tokens] of Array.from(given).entries()) {
    if (!names.holds(tokens))
      throw new PlotError(`${what}[${row}] must be ${names.must}, got ${describeValue(tokens)}`);
    if (tokens.length !== cols)
      throw new PlotError(
        `${what}[${row}] must hold ${cols} tokens, one for each position, got ${tokens.length}`,
      );
  }
  return given;
}

/** The last layer's prediction at the last position, and the layer since which it has been the most probable token. */
export function lensSentence(
  predicted: readonly (readonly string[])[],
  cols: number,
  probabilities: ArrayLike<number>,
  layerName: (row: number) => string,
): string {
  const rows = predicted.length;
  const last = predicted[rows - 1]?.[cols - 1] ?? "";
  let since = rows - 1;
  while (since > 0 && predicted[since - 1]?.[cols - 1] === last) since--;
  const value = valueText(probabilities[rows * cols - 1]);
  const ending = `At the last position, ${layerName(rows - 1)} predicts ${quoted(last)} (${value})`;
  if (rows === 1) return `${ending}.`;
  if (since < rows - 1) return `${ending}; it is the most probable token from ${layerName(since)} on.`;
  return `${ending}; ${layerName(rows - 2)} still predicts ${quoted(predicted[rows - 2]?.[cols - 1] ?? "")}.`;
}
