// Runs a mod once, with symbols, and refuses what a trace would lose.

import type { Backend } from "@saccade/tensor";
import { placeNames, symbolOf, type Trace, Traced, TraceError, whileTracing } from "./traced.ts";

/** Runs a mod with symbols, and returns its result as one. */
export function trace(
  call: { readonly what: string; readonly backend: Backend | null },
  mod: (...given: Traced[]) => unknown,
  gives: "number" | "bool",
): Traced {
  const name = gives === "bool" ? "maskMod" : "scoreMod";
  const what = `${call.what}: ${name}${mod.name === "" || mod.name === name ? "" : ` ${mod.name}`}`;
  const run: Trace = { what, backend: call.backend, made: [] };
  checkText(what, mod);
  const places = placeNames.map((place) => new Traced(run, place, "whole"));
  return whileTracing(run, () => {
    const result = mod(...(gives === "bool" ? [] : [new Traced(run, "score", "number")]), ...places);
    const wanted = gives === "bool" ? "a bool, as q.ge(kv) is" : "a number, as score.add(1) is";
    const found = symbolOf(run, result, gives, `${what} must give ${wanted}, and gave`);
    // What a mod computes and does not use went into an `if`, `?:`, `&&` or `!`: a symbol is always truthy there.
    const reached = graphOf(found);
    const lost = run.made.find((x) => !reached.has(x));
    if (lost === undefined) return found;
    throw new TraceError(
      `${what} does not use the result of ${lost.op === "gather" ? "at" : lost.op}. If it went into an if, ?:, && or !, which a ` +
        "symbol always passes, write where(condition, a, b), .logicalAnd or .logicalNot; if nothing needs it, remove it.",
    );
  });
}

/** All symbols that one is made of, itself last. */
export function graphOf(result: Traced, into: Set<Traced> = new Set()): Set<Traced> {
  if (into.has(result)) return into;
  for (const arg of result.args) graphOf(arg, into);
  return into.add(result);
}

/**
 * A symbol before || hides what is behind it, and a bare place in a condition leaves no trace: only the text shows them.
 *
 * @throws TraceError for a mod that has one.
 */
export function checkText(what: string, mod: (...given: Traced[]) => unknown): void {
  const text = Function.prototype.toString
    .call(mod)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, " ");
  if (text.includes("||"))
    throw new TraceError(
      `${what} uses ||, which returns its first symbol whatever its value; write a.logicalOr(b), and compute what concerns no ` +
        "symbol outside of the mod.",
    );
  const list = /^[^(=]*\(([^)]*)\)|^\s*(\w+)\s*=>/.exec(text);
  const parameters = (list?.[1] ?? list?.[2] ?? "").split(",").map((name) => name.trim());
  const names = parameters.filter((name) => /^\w+$/.test(name)).join("|");
  const bare = String.raw`(?<![\w.$])(${names})\b`;
  const tests = String.raw`(?:!|\bif\s*\()\s*${bare}\s*[),;?&]|${bare}\s*(?:\?(?![.?])|&&|[=!]==)`;
  const found = names === "" ? null : new RegExp(tests).exec(text);
  if (!found) return;
  const name = found[1] ?? found[2];
  throw new TraceError(
    `${what} tests ${name} as a JavaScript value; a symbol stands for all scores. Compare it, as in ${name}.eq(0), and choose ` +
      "with where(condition, a, b).",
  );
}
