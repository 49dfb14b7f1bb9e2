// Trains the two translators of the opening page, with one seed, and writes their weights and what the page shows first
// into the page's folder; takes some minutes: pnpm --filter @saccade/demo make-opening
// With --examples the weights stay, and what they make of the examples is written anew.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { examples, type Language, languages, type Translation } from "../src/pages/opening/calls.ts";
import { grammarPairs, readTranslator, translate, writeTranslator } from "../src/pages/opening/network.ts";
import { train } from "../src/pages/opening/train.ts";
import { readEnglish } from "../src/pages/translator/network/english.ts";
import { longest } from "../src/pages/translator/network/network-sizes.ts";
import { writeStart } from "./write-start.ts";

const { values } = parseArgs({ options: { examples: { type: "boolean", default: false } } });
setBackend(await wasmBackend());
const folder = fileURLToPath(new URL("../src/pages/opening/", import.meta.url));
const translations: Partial<Record<Language, readonly Translation[]>> = {};
let parameters = 0;
let words: readonly string[] = [];
for (const language of languages) {
  const file = `${folder}en-${language}.safetensors`;
  if (!values.examples) writeFileSync(file, await trained(language));
  const translator = readTranslator(new Uint8Array(readFileSync(file)));
  translations[language] = examples[language].map((text) =>
    translate(translator, readEnglish(text, longest - 1).words),
  );
  parameters = Math.max(parameters, translator.net.numParameters());
  const known = translator.source.tokens.filter((token) => /^[a-z]/.test(token)).toSorted();
  // The page says which words are known before it has loaded a translator: the same for both.
  if (words.length > 0 && words.join() !== known.join())
    throw new Error("the translators know different words");
  words = known;
  for (const { source, tokens } of translations[language] ?? []) {
    console.log(`  ${source.map(({ text }) => text).join(" ")} → ${tokens.join(" ")}`);
  }
}
writeStart("opening", { parameters, pairs: grammarPairs, words, translations }, 4);

/** The weights of a translator, in 16 bits; prints how good it is. */
async function trained(language: Language): Promise<Uint8Array> {
  const { translator, data, aer, contentWeight } = await train(language, 0);
  const bytes = writeTranslator(translator);
  const rounded = readTranslator(bytes);
  const seen = new Set(data.split.train.map(({ source }) => source.join(" ")));
  const known = examples[language].find((text) => seen.has(text.replaceAll("'s", " 's")));
  if (known !== undefined) throw new Error(`"${known}" is one of the sentences that were trained on`);
  // Rounding to 16 bits must not change what is said.
  const changed = data.split.test.filter(({ source }) => {
    const [before, after] = [translator, rounded].map((each) => translate(each, source).tokens.join(" "));
    return before !== after;
  });
  console.log(
    `en-${language}: alignment error rate ${aer.toFixed(3)}, content weight ${contentWeight.toFixed(3)}, ${bytes.length} bytes; ` +
      `16 bits change ${changed.length} of ${data.split.test.length} translations`,
  );
  return bytes;
}
