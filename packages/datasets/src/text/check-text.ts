import { badArgument } from "@saccade/tensor/backend";

/** @throws ArgumentError unless `tokens` is an array of strings without holes. */
export function checkTokens(what: string, name: string, tokens: unknown): asserts tokens is string[] {
  if (!Array.isArray(tokens)) throw badArgument(what, name, "an array of tokens", tokens, splitFix(tokens));
  for (let i = 0; i < tokens.length; i++) {
    if (typeof tokens[i] !== "string") throw badArgument(what, `${name}[${i}]`, "a string", tokens[i]);
  }
}

/** @throws ArgumentError unless `lines` is an array of arrays of strings. */
export function checkLines(what: string, name: string, lines: unknown): asserts lines is string[][] {
  if (!Array.isArray(lines))
    throw badArgument(what, name, "an array of lines, each an array of tokens", lines, splitFix(lines));
  for (let i = 0; i < lines.length; i++) checkTokens(what, `${name}[${i}]`, lines[i]);
}

function splitFix(value: unknown): string | undefined {
  return typeof value === "string" ? 'split it into tokens: text.split(" ")' : undefined;
}
