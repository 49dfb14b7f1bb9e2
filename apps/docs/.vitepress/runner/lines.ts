import type { Program } from "./messages.ts";

/** A program from what TypeScript's compiler gives: JavaScript, and its source map as JSON. */
export function programFrom(js: string, map: string): Program {
  const { mappings } = JSON.parse(map) as { mappings: string };
  return { code: js.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, ""), lines: sourceLines(mappings) };
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * For each line of a compiled text the line of its source, from the `mappings` of a source map of one file (ECMA-426): lines
 * are separated by ";", segments by ","; a segment's third number is the step from the last segment's line. Both count from 1.
 */
export function sourceLines(mappings: string): number[] {
  let line = 1;
  return mappings.split(";").map((segments) => {
    let first: number | null = null;
    for (const segment of segments.split(",")) {
      const step = numbersOf(segment)[2];
      if (step === undefined) continue;
      line += step;
      first ??= line;
    }
    return first ?? line;
  });
}

/** The numbers of a segment, each in base 64 with the lowest digits first and its sign in the lowest bit. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const character of segment) {
    const digit = digits.indexOf(character);
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}
