import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slowPattern } from "../../src/patterns.ts";

// Of the tokenizer.json of GPT-2, Llama 3, Qwen 2, GPT-4o, DeepSeek V3, BLOOM, CLIP, Falcon, StarCoder 2 and T5.
const known = [
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s",
  "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  " ?[^(\\s|[.,!?…。，、।۔،])]+",
  "<\\|startoftext\\|>|<\\|endoftext\\|>|'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+",
  "[0-9][0-9][0-9]",
  "\\d{1,3}(?=(?:\\d{3})*\\b)",
  " {2,}",
  // Of PEFT's adapters.
  ".*\\.(q_proj|k_proj|v_proj)",
  "(?:model\\.)?layers\\.\\d+\\.(self_attn\\.(q|k|v|o)_proj|mlp\\.(gate|up|down)_proj)",
  "^(?!.*visual).*(?:q_proj|v_proj).*$",
  ".*decoder.*(SelfAttention|EncDecAttention).*(q|v)$",
];

const slow = (
  "(a+)+$  (a|a)*b  (a|ab)*c  (.*)*x  (x+x+)+y  (?:a*)*b  (a?){30}a{30}  (a?a)*b  (?=(a+)+$)a  a(?!(b+)*c)  (?<=(a|a)+)b  " +
  "((a{1,50}){1,50}){1,50}b  (.*)\\1+x  (?<n>a+)\\k<n>b  a*a*a*a*a*a*a*a*b  ([a-z]+)*=  (\\w+\\s?)*$  (?:(?:a|b)+|c)*d  " +
  "(a+){2,}b  (?i:a+)+b  (a+)+?b  (a|[ab])+c  (\\d|\\w)*!  (a**)b  ((((a+))))+b  (a|aa)+$  (^a+)+b  (\\s*a\\s*)*b"
).split("  ");

describe("a pattern of a file", () => {
  it.each(known)("of a known tokenizer or adapter passes: %s", (source) => {
    expect(slowPattern(source, 6)).toBeNull();
  });

  it.each(slow)("that may never end is refused: %s", (source) => {
    expect(slowPattern(source, 6)).not.toBeNull();
  });

  it("is refused, or ends soon on the texts that make others backtrack", () => {
    const atom = fc.constantFrom("a", "b", "[ab]", ".", "\\w", "x", "\\s", "^", "$", "(?=a)");
    const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
      term: fc.oneof(
        { depthSize: "small" },
        atom,
        tie("pattern").map((inner) => `(?:${inner})`),
        fc
          .tuple(tie("pattern"), fc.constantFrom("?=", "?!", "?<="))
          .map(([inner, kind]) => `(${kind}${inner})`),
      ),
      pattern: fc
        .array(
          fc.array(fc.tuple(tie("term"), fc.constantFrom("", "", "*", "+", "?", "{0,40}", "*?")), {
            minLength: 1,
            maxLength: 3,
          }),
          { minLength: 1, maxLength: 3 },
        )
        .map((ways) => ways.map((terms) => terms.map(([t, q]) => t + q).join("")).join("|")),
    }));
    const texts = ["a", "ab", "x", "a "].map((unit) => `${unit.repeat(60).slice(0, 60)}!`);
    fc.assert(
      fc.property(pattern, (source) => {
        if (slowPattern(source, 3) !== null) return;
        let compiled: RegExp;
        try {
          compiled = new RegExp(`^(?:${source})$`, "u");
        } catch {
          return; // Such as a lookahead that is repeated.
        }
        for (const text of texts) compiled.test(text);
      }),
      { numRuns: 1500, seed: 18 },
    );
  });

  it("of any characters is judged, without an error", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab()[]{}*+?|\\^$.,1:=!<>pk"), maxLength: 40 }),
        (source) => {
          const problem = slowPattern(source, 3);
          expect(problem === null || typeof problem === "string").toBe(true);
        },
      ),
      { numRuns: 2000, seed: 18 },
    );
    for (const source of [
      "(".repeat(1e5),
      "[".repeat(1e4),
      "a|".repeat(9000),
      "a{9".repeat(6000),
      "a*".repeat(9000),
    ])
      slowPattern(source, 3);
  });
});
