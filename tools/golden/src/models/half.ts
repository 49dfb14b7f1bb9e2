import { savePretrained } from "@saccade/pretrained";
import type { Fields } from "../case.ts";
import { compareData, type Report } from "../compare.ts";
import type { Folder } from "../folder.ts";
import { describeError } from "../run-case.ts";
import { readmeRule } from "../tolerances.ts";
import type { ModelCase } from "./find.ts";
import { withFiles, withModel } from "./load.ts";
import { type Outputs, resultsOf } from "./outputs.ts";

// 16-bit weights are packed in pairs; the message for odd widths explains it.
const oddWidth = /must be even, since 16-bit weights/;

/**
 * Loads a checkpoint with its weights in 16 bits, and once more with the same rounded weights in float32: all outputs must be
 * equal within float32's rounding. PyTorch's numbers are for the original weights, so they do not apply here.
 */
export async function checkHalves(
  model: ModelCase,
  folder: Folder,
  expected: Fields,
  errors: ReadonlyMap<string, number>,
  report: Report,
): Promise<void> {
  for (const weights of ["bfloat16", "float16"] as const) {
    try {
      const half = await withModel(
        model,
        folder,
        (loaded) => ({ outputs: resultsOf(loaded, expected), files: savePretrained(loaded.model) }),
        { weights },
      );
      const { config, weights: tensors } = half.files;
      const rounded = [new File([config], "config.json"), new File([tensors], "model.safetensors")];
      const wide = await withFiles(rounded, (loaded) => resultsOf(loaded, expected));
      compare(weights, half.outputs, wide, errors, report);
    } catch (error) {
      const message = describeError(error);
      if (!oddWidth.test(message)) report.fail(`weights in ${weights}: ${message}`);
    }
  }
}

function compare(
  weights: string,
  half: Outputs,
  wide: Outputs,
  errors: ReadonlyMap<string, number>,
  report: Report,
): void {
  report.equal(`weights in ${weights}: outputs`, [...half.keys()], [...wide.keys()]);
  for (const [name, value] of wide) {
    const difference = compareData(half.get(name)?.data ?? [], value.data, readmeRule(errors.get(name)));
    if (difference === null) continue;
    const { maxError, allowed } = difference;
    report.fail(`weights in ${weights}: ${name}: max error ${maxError} where ${allowed} is allowed`);
  }
}
