// pnpm test:onnx: exports every model, runs the files in ONNX Runtime at sizes that were not traced, and compares.
// Then random programs (random/) that have a step of each kind. The last line counts.
// --long: models that are like others too, and 150 random programs. More of them: src/random/main.ts.
// Other arguments are parts of the names of models to run; random programs run without any.
import { manualSeed } from "@saccade/tensor";
import { cachedModels } from "./cached.ts";
import { classifiers } from "./cases/classifiers.ts";
import { languageModels } from "./cases/language.ts";
import { otherModels } from "./cases/others.ts";
import { seeds } from "./cases/seeds.ts";
import { translators } from "./cases/translators.ts";
import { check, type Outcome } from "./check.ts";
import { ofEachKind } from "./random/of-each-kind.ts";
import { randomPrograms } from "./random/trial.ts";

manualSeed(0);
const cases = [...languageModels(), ...classifiers(), ...translators(), ...otherModels(), ...seeds()];
const outcomes: Outcome[] = [];

function report(outcome: Outcome): void {
  outcomes.push(outcome);
  const { name, difference, problem, bytes, outputs } = outcome;
  const figure = difference === null ? "-" : difference.toExponential(1);
  console.log(
    `${problem === null ? "ok    " : "FAILED"} ${name.padEnd(44)} ${figure.padStart(8)}  ${String(outputs).padStart(3)} outputs  ${String(bytes).padStart(8)} bytes`,
  );
  if (problem !== null) console.log(`       ${problem.slice(0, 600)}`);
}

const args = process.argv.slice(2);
const long = args.includes("--long");
const wanted = args.filter((arg) => arg !== "--long");
const chosen = ({ name }: { readonly name: string }): boolean =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));
const repeats = cases.filter(({ like }) => like !== undefined && !long && wanted.length === 0);
for (const one of cases) if (chosen(one) && !repeats.includes(one)) report(await check(one));
for (const outcome of await cachedModels(long || wanted.length > 0, chosen)) report(outcome);
const numbers = Array.from({ length: 150 }, (_, i) => i);
const programs = long ? numbers : ofEachKind(numbers);
const wrong = wanted.length === 0 ? await randomPrograms({ programs, seed: 0 }) : 0;
for (const { name, like } of repeats) {
  if (!cases.some((other) => other.like === undefined && other.name.includes(like!)))
    throw new Error(`${name} is like ${like}, which is not a case`);
}
if (!long && wanted.length === 0) {
  console.log(`left to --long: ${repeats.map(({ name, like }) => `${name} (like ${like})`).join(", ")};`);
  console.log(`4 cached models, ${numbers.length - programs.length} random programs`);
}
const failed = wrong + outcomes.filter(({ problem }) => problem !== null).length;
console.log(`${outcomes.length + wrong - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
