import { decode } from "@jridgewell/sourcemap-codec";
import type { Program } from "./messages.ts";

/** A program from what TypeScript's compiler gives: JavaScript, and its source map as JSON. */
export function programFrom(js: string, map: string): Program {
  const { mappings } = JSON.parse(map) as { mappings: string };
  return { code: js.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, ""), lines: sourceLines(mappings) };
}

/** For each line of a compiled text the line of its source, from the `mappings` of a source map of one file. Both count from 1. */
function sourceLines(mappings: string): number[] {
  let line = 0;
  return decode(mappings).map((segments) => {
    const lines = segments.flatMap((segment) => (segment.length === 1 ? [] : [segment[2]]));
    const [first = line] = lines;
    line = lines.at(-1) ?? line;
    return first + 1;
  });
}
