import { PretrainedError } from "../errors.ts";

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
 * Bounds what the steps of a tokenizer make of a text. A pattern may match between any two characters, so a file alone does not
 * say how much longer a text becomes.
 */
export function boundGrowth(file: string, tokenizer: object): void {
  for (const [name, [method, list]] of Object.entries(chains)) {
    const whole: unknown = Reflect.get(tokenizer, name);
    let allowed = 0;
    const wrap = (step: unknown, isWhole: boolean): void => {
      if (typeof step !== "object" && typeof step !== "function") return;
      if (step === null) return;
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

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.reduce((sum: number, one) => sum + 1 + sizeOf(one), 0) : 0;
}
