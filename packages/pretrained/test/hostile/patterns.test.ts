import { GPT } from "@saccade/models";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addLora, loadLora, loadPretrained, PretrainedError } from "../../src/index.ts";
import { filesOf, refusal, saved } from "../load/checkpoints.ts";
import { withSettings } from "../lora/models.ts";

const letters = [..."ab01 \n.'!-é中😀xts_|"];
const model = (): GPT => new GPT({ vocabSize: 32, maxLen: 4, dModel: 4, numLayers: 1, numHeads: 1 });
const checkpoint = saved(model());

/** A tokenizer that puts "|" in place of what a pattern finds, with a token for each letter. */
async function replacing(Regex: string): Promise<(text: string) => string> {
  const file = {
    version: "1.0",
    normalizer: { type: "Replace", pattern: { Regex }, content: "|" },
    model: { type: "BPE", vocab: Object.fromEntries(letters.map((letter, id) => [letter, id])), merges: [] },
    decoder: { type: "Fuse" },
  };
  const { tokenizer } = await loadPretrained(filesOf({ ...checkpoint, "tokenizer.json": file }));
  return (text) => tokenizer!.decode(tokenizer!.encode(text));
}

/** What RegExp makes of a text, with ^ and $ at lines and all letters in words, as in the files. */
function byRegExp(source: string, text: string): string {
  const word = "[\\p{L}\\p{N}_]";
  const boundary = `(?:(?<!${word})(?=${word})|(?<=${word})(?!${word}))`;
  const exact = source.replaceAll("\\w", word).replaceAll("\\b", boundary);
  return text.replaceAll(new RegExp(exact, "gmu"), "|");
}

// Of the tokenizer.json of GPT-2, Llama 3, Qwen 2, GPT-4o, DeepSeek V3, Falcon, CLIP and StarCoder 2, without (?i: …).
const known = [
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
  "(?:'[sS]|'[tT])|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "(?:'[sS]|'[tT])|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?:'s)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+",
  "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+",
  "[0-9][0-9][0-9]",
  "\\d{1,3}(?=(?:\\d{3})*\\b)",
  "<\\|startoftext\\|>|'s|'t|'re|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+",
  "\\p{N}",
];

// Each may take a program that tries one way after the other as long as it likes.
const hostile = (
  "(a(a|))*b  (a|a|)*b  [^\\n]*[^\\n]*[^\\n]*\\x00  (?:[ab]|)+x  ((|a)+)+b  (a+)+$  (a|a)*b  (a|ab)*c  (.*)*x  (x+x+)+y  (?:a*)*b  " +
  "(a?){30}a{30}  (a?a)*b  (?=(a+)+$)a  a(?!(b+)*c)  (?<=(a|a)+)b  ((a{1,9}){1,9}){1,9}b  a*a*a*a*a*a*a*a*b  ([a-z]+)*=  (\\w+\\s?)*$  " +
  "(?:(?:a|b)+|c)*d  (a+){2,}b  (a+)+?b  (a|[ab])+c  (\\d|\\w)*!  ((((a+))))+b  (a|aa)+$  (^a+)+b  (\\s*a\\s*)*b  a*b|a  (?:(?!(a+)+b)[a!])+"
).split("  ");

describe("a pattern of a tokenizer.json", () => {
  it.each([...known, ...hostile])("finds what RegExp finds, in texts of any length: %s", async (source) => {
    const replaced = await replacing(source);
    const text = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, (text) => {
        expect(replaced(text)).toBe(byRegExp(source, text));
      }),
      { numRuns: 20, seed: 35 },
    );
    for (const unit of ["a", "ab", "a ", " ", "1"]) replaced(`${unit.repeat(5000)}!`);
  });

  it("finds what RegExp finds, however it is made", async () => {
    const atom = fc.constantFrom(..."a b [ab] . \\w x \\s ^ $ (?=a) \\p{L} [^a]".split(" "), "");
    const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
      term: fc.oneof(
        { depthSize: "small" },
        atom,
        fc
          .tuple(fc.constantFrom("", "?:", "?=", "?!", "?<=", "?<!"), tie("pattern"))
          .map(([kind, inner]) => `(?:(${kind}${inner}))`),
      ),
      pattern: fc
        .array(
          fc
            .array(
              fc.tuple(tie("term"), fc.constantFrom("", "", "*", "+", "?", "{0,3}", "{2}", "*?", "+?", "??")),
              {
                maxLength: 3,
              },
            )
            .map((terms) => terms.map(([term, times]) => `(?:${term})${times}`).join("")),
          { minLength: 1, maxLength: 3 },
        )
        .map((ways) => ways.join("|")),
    }));
    const text = fc.string({ unit: fc.constantFrom(..."abx \n"), minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pattern, text, async (source, text) => {
        fc.pre(source.length < 150);
        const replaced = await replacing(source);
        expect(replaced(text)).toBe(byRegExp(source, text));
      }),
      { numRuns: 100, seed: 35 },
    );
  });

  it.each([
    ["(.*)\\1+x", "it refers to what a group matched"],
    ["(?<n>a+)\\k<n>b", "it refers to what a group matched"],
    ["a{2000}", "it counts to more than 1000"],
    ["((a{1,50}){1,50}){1,50}b", "it takes more than 5000 steps"],
    [`${"(".repeat(60)}a${")".repeat(60)}`, "its groups are nested more than 50 deep"],
    ["a".repeat(30_000), "a pattern of 30000 characters; at most 20000 are supported"],
  ])("that cannot be found in linear time is refused: %.40s", async (source, problem) => {
    const { message } = await refusal(() => replacing(source));
    expect(message).toContain(problem);
    expect(message).toMatch(/tokenizer\.json: normalizer: .*\{ tokenizer: false \} loads the model without/);
  });

  it("that needs a set of steps of its own for each place is given up by name", async () => {
    let seed = 1;
    const text = Array.from({ length: 100_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed < 1e9 ? "a" : "b";
    }).join("");
    const length = replacing("x[ab]{30}a").then((replaced) => replaced(text).length);
    await expect(length).rejects.toThrow(
      /tokenizer\.encode: tokenizer\.json .*too much memory for this text/,
    );
  });

  it("of any characters is read or refused by name", async () => {
    const source = fc.string({ unit: fc.constantFrom(..."ab()[]{}*+?|\\^$.,1:=!<>pk"), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(source, async (source) => {
        try {
          (await replacing(source))("ab 1!");
        } catch (error) {
          expect(error).toBeInstanceOf(PretrainedError);
        }
      }),
      { numRuns: 150, seed: 18 },
    );
  });
});

describe("target_modules of an adapter_config.json", () => {
  const files = addLora(model(), { rank: 1, targets: ["c_attn"] }).save();
  const open = (target_modules: string): string[] =>
    Object.keys(loadLora(model(), withSettings(files, { target_modules })).namedParameters());

  it.each([
    "c_attn",
    ".*\\.(c_attn|q_proj)",
    "^(?!.*visual).*(?:c_attn|v_proj).*$",
    ".*\\.h\\.\\d+\\..*attn",
    "(\\w|\\.)+c_attn",
  ])("is a pattern that the whole of a name must match: %s", (source) => {
    if (source === "c_attn") expect(() => open(source)).toThrow(/name no module/);
    else expect(open(source)).toHaveLength(2);
  });

  it.each(["((\\w|\\.)(\\w|))*X", "(.*.*.*.*.*.*)*X", "(?:[a-z.0_]+|)*X", "((a|b|c|t|\\w|\\W|)+)+X"])(
    "ends soon where it does not match: %s",
    (source) => expect(() => open(source)).toThrow(/target_modules .* name no module/),
  );

  it.each(["(c)\\1", "(", "a{9999}"])("is refused by name where it cannot be searched for: %s", (source) => {
    expect(() => open(source)).toThrow(
      /adapter_config\.json: target_modules .*Write the modules' names as a list/,
    );
  });
});
