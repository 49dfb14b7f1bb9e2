// Writes corpus.tsv, the embedded corpus, as a module: node packages/datasets/scripts/corpus.mjs
import { readFileSync, writeFileSync } from "node:fs";

const text = readFileSync(new URL("../corpus.tsv", import.meta.url), "utf8");
if (/[`\\$]/.test(text))
  throw new Error("corpus.tsv: a backtick, a backslash or a dollar sign would not stand in the module");
const about = "Made of corpus.tsv by scripts/corpus.mjs. Do not edit.";
const file = new URL("../src/nmt/corpus-text.gen.ts", import.meta.url);
writeFileSync(file, `// ${about}\nexport const corpusText = \`${text}\`;\n`);
