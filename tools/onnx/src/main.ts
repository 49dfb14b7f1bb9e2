// pnpm test:onnx: exports every model, runs the files in ONNX Runtime at sizes that were not traced, and compares.
// Then random programs (random/). The last line counts.
// Arguments: parts of the names of models to run; random programs run without any. More of them: src/random/main.ts.
import { manualSeed } from "@saccade/tensor";
import { cachedModels } from "./cached.ts";
import { classifiers } from "./cases/classifiers.ts";
import { languageModels } from "./cases/language.ts";
import { otherModels } from "./cases/others.ts";
import { seeds } from "./cases/seeds.ts";
import { translators } from "./cases/translators.ts";
import { check, type Outcome } from "./check.ts";
import { randomPrograms } from "./random/trial.ts";

manualSeed(0);
const cases = [...languageModels(), ...classifiers(), ...translators(), ...otherModels(), ...seeds()];
const outcomes: Outcome[] = [];

function tell(outcome: Outcome): void {
  outcomes.push(outcome);
  const { name, difference, problem, bytes, outputs } = outcome;
  const figure = difference === null ? "-" : difference.toExponential(1);
  console.log(
    `${problem === null ? "ok    " : "FAILED"} ${name.padEnd(44)} ${figure.padStart(8)}  ${String(outputs).padStart(3)} outputs  ${String(bytes).padStart(8)} bytes`,
  );
  if (problem !== null) console.log(`       ${problem.slice(0, 600)}`);
}

const wanted = process.argv.slice(2);
const chosen = ({ name }: { readonly name: string }): boolean =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));
for (const one of cases.filter(chosen)) tell(await check(one));
for (const outcome of (await cachedModels()).filter(chosen)) tell(outcome);
const wrong = wanted.length === 0 ? await randomPrograms({ programs: 150, seed: 0 }) : 0;
const failed = wrong + outcomes.filter(({ problem }) => problem !== null).length;
console.log(`${outcomes.length + wrong - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
