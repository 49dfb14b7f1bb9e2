import { GPT, generate } from "@saccade/models";
import { getBackend, referenceBackend, setBackend } from "@saccade/tensor";
import { asNumber, Fields, type GoldenTensor, parseTensor } from "../case.ts";
import { Report } from "../compare.ts";
import type { Folder } from "../folder.ts";
import { describeError, refuseUnread } from "../run-case.ts";
import { readmeRule } from "../tolerances.ts";
import type { ModelCase } from "./find.ts";
import { checkHalves } from "./half.ts";
import { withModel } from "./load.ts";
import { type Outputs, outputsOf, plainName } from "./outputs.ts";
import { roundingError, toFloat64 } from "./rounding.ts";

/** Loads a checkpoint on the current backend and compares all that PyTorch computed. */
export function modelCheck(model: ModelCase, folder: Folder): () => Promise<Report> {
  let rounding: Promise<ReadonlyMap<string, number>> | null = null;
  return async () => {
    const report = new Report();
    try {
      rounding ??= roundingOf(model, folder);
      const errors = await rounding;
      await withModel(model, folder, (loaded) => {
        const expected = new Fields("model", JSON.parse(folder.text(model.file)));
        compare(outputsOf(loaded, expected), expected, errors, loaded.prefix, report);
        if (loaded.model instanceof GPT && expected.has("greedy"))
          checkGreedy(loaded.model, expected.fields("greedy"), report);
        refuseUnread(report, "key", expected.unread());
      });
      const expected = new Fields("model", JSON.parse(folder.text(model.file)));
      await checkHalves(model, folder, expected, errors, report);
    } catch (error) {
      report.fail(describeError(error));
    }
    return report;
  };
}

// How far float32 is from float64 in each output, by the reference backend: the files do not contain it. It only depends on
// the model and its inputs, neither on the expected values nor on the tested backend.
async function roundingOf(model: ModelCase, folder: Folder): Promise<ReadonlyMap<string, number>> {
  const before = getBackend();
  setBackend(referenceBackend());
  try {
    return await withModel(model, folder, (loaded) => {
      const expected = new Fields("model", JSON.parse(folder.text(model.file)));
      const single = outputsOf(loaded, expected);
      toFloat64(loaded.model);
      const double = outputsOf(loaded, expected);
      return new Map([...single].map(([name, value]) => [name, roundingError(value, double.get(name)!)]));
    });
  } finally {
    setBackend(before);
  }
}

const singles: readonly string[] = ["logits", "last_hidden_state", "pooler_output"];
const lists: readonly string[] = ["attentions", "hidden_states"];

function compare(
  outputs: Outputs,
  expected: Fields,
  errors: ReadonlyMap<string, number>,
  prefix: string,
  report: Report,
): void {
  const check = (name: string, golden: GoldenTensor): void => {
    const actual = outputs.get(name);
    if (actual === undefined) report.fail(`${name}: the model does not give it`);
    else report.tensor(name, actual, golden, readmeRule(errors.get(name)));
  };
  for (const name of singles) if (expected.has(name)) check(name, expected.tensor(name));
  for (const name of lists) {
    if (!expected.has(name)) continue;
    const golden = expected.list(name);
    const count = [...outputs.keys()].filter((key) => key.startsWith(`${name}[`)).length;
    if (golden.length !== count) report.fail(`${name}: ${count} instead of ${golden.length}`);
    for (const [i, tensor] of golden.entries()) check(`${name}[${i}]`, parseTensor(`${name}[${i}]`, tensor));
  }
  if (expected.has("loss")) check("loss", scalar(expected.number("loss")));
  if (!expected.has("grad_norms")) return;
  const norms = expected.fields("grad_norms");
  const seen = new Set(norms.names.map((name) => `grad_norms ${plainName(name, prefix)}`));
  for (const name of norms.names) check(`grad_norms ${plainName(name, prefix)}`, scalar(norms.number(name)));
  for (const name of outputs.keys())
    if (name.startsWith("grad_norms ") && !seen.has(name)) report.fail(`${name}: missing in the file`);
}

function scalar(value: number): GoldenTensor {
  return { shape: [], dtype: "float32", data: [value] };
}

// With the cache, and recomputing the whole text at each step.
function checkGreedy(gpt: GPT, greedy: Fields, report: Report): void {
  const [prompt, tokens] = [greedy.numbers("prompt"), greedy.numbers("tokens")];
  greedy.maybe("smallest_gap", asNumber);
  const maxNewTokens = tokens.length - prompt.length;
  for (const cache of [true, false]) {
    const more = generate(gpt, prompt, { maxNewTokens, cache });
    report.equal(`greedy tokens ${cache ? "with" : "without"} the cache`, [...prompt, ...more], tokens);
  }
  refuseUnread(report, "key of greedy", greedy.unread());
}
