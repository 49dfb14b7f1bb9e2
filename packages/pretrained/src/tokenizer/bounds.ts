import { PretrainedError, shown } from "../errors.ts";
import { LinearPattern } from "../patterns/linear-pattern.ts";
import { PatternError } from "../patterns/syntax.ts";
import { refuse } from "./limits.ts";

// Every known chain of steps gives less: the longest text that Unicode makes of one character has 18.
const maxGrowth = 100;
const always = 1e6;

/** The methods by which the library's steps change texts, with the name of the steps inside a sequence. */
const chains: Readonly<Record<string, readonly [method: string, list: string]>> = {
  normalizer: ["normalize", "normalizers"],
  pre_tokenizer: ["pre_tokenize", "tokenizers"],
  decoder: ["decode_chain", "decoders"],
};

/**
 * Bounds what the steps of a tokenizer take and make of a text: patterns are searched for in linear time, and since one may
 * match between any two characters, a file does not bound how much longer a text becomes.
 *
 * @throws PretrainedError for a pattern that cannot be searched for so
 */
export function boundSteps(file: string, tokenizer: object): void {
  for (const [name, [method, list]] of Object.entries(chains)) {
    const whole: unknown = Reflect.get(tokenizer, name);
    let allowed = 0;
    const wrap = (step: unknown, isWhole: boolean): void => {
      if (typeof step !== "object" && typeof step !== "function") return;
      if (step === null) return;
      const pattern: unknown = Reflect.get(step, "pattern");
      if (pattern instanceof RegExp) Reflect.set(step, "pattern", linear(`${file}: ${name}`, pattern));
      const run: unknown = Reflect.get(step, method);
      if (typeof run !== "function") return;
      const inside: unknown = Reflect.get(step, list);
      if (Array.isArray(inside)) for (const one of inside) wrap(one, false);
      Reflect.set(step, method, (...given: unknown[]): unknown => {
        if (isWhole) allowed = always + maxGrowth * sizeOf(given[0]);
        const result: unknown = Reflect.apply(run, step, given);
        if (sizeOf(result) <= allowed) return result;
        throw new PretrainedError(
          `${file}: ${name} makes a text more than ${maxGrowth} times as long; copy or download the file again.`,
        );
      });
    };
    wrap(whole, true);
  }
}

function linear(place: string, { source, flags }: RegExp): LinearPattern {
  try {
    return new LinearPattern(source, flags);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return refuse(place, `the pattern ${shown(source)} is not supported: ${error.message}`);
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.reduce((sum: number, one) => sum + 1 + sizeOf(one), 0) : 0;
}
