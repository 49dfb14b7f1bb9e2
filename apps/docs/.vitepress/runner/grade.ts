import type { Program } from "./messages.ts";

/**
 * A reader's program followed by the checks of an exercise, which import what the program exports from "./NAME.ts". A check
 * that does not hold throws, so the program ends in an error that says what is wrong. The lines are those of the reader's
 * program; the checks have none.
 */
export function graded(program: Program, checks: Program): Program {
  const wrapped = [
    "await (async (mine) => {",
    'const load = (name) => (name.startsWith("./") ? mine : require(name));',
    `await (async (require, exports) => {\n${checks.code}\n})(load, {});`,
    "})(exports);",
  ];
  return { code: [program.code, ...wrapped].join("\n"), lines: program.lines };
}
