import { maskedSoftmax } from "@saccade/attention";
import { PlainSelfAttention } from "@saccade/models/seeds";
import type { Module } from "@saccade/nn";
import { ones, type Tensor } from "@saccade/tensor";
import { type Adapters, custom } from "../adapter.ts";
import { CaseError, type Fields } from "../case.ts";
import type { Report } from "../compare.ts";
import { decodeState, decodeTensor, snapshot } from "../decode.ts";
import { readmeRule, tolerances } from "../tolerances.ts";
import { boolMask, multiHead000, multiHead003, selfAttention002 } from "./attention.ts";
import { seedFills } from "./seed-fills.ts";

interface Subject {
  readonly module: Module;
  /** The mended call. */
  call(inputs: Readonly<Record<string, Tensor>>, withMask: boolean): Tensor;
}

// Which class a case is about shows in the names of its constructor's arguments.
function subjectOf(attrs: Fields): Subject {
  if (attrs.has("nums_head")) {
    const module = multiHead003(attrs);
    return {
      module,
      call: ({ x, att_mask }, withMask) =>
        module.forward(x!, withMask ? boolMask(att_mask) : undefined).output,
    };
  }
  if (attrs.has("n_head")) {
    const module = multiHead000(attrs);
    return {
      module,
      call: ({ x, mask }, withMask) =>
        module.forward(x!, x!, x!, withMask ? boolMask(mask) : undefined).output,
    };
  }
  if (attrs.has("input_dim")) {
    const module = selfAttention002(attrs);
    return { module, call: ({ x }) => module.forward(x!).output };
  }
  throw new CaseError(`no class is known for the attrs ${attrs.names.join(", ") || "(none)"}`);
}

function checkModule(golden: Fields, report: Report): void {
  const attrs = golden.fields("attrs");
  const { module, call } = subjectOf(attrs);
  module.eval().loadStateDict(decodeState(golden.tensors("params")));
  const inputs = decodeState(golden.tensors("inputs"));
  report.tensor("correct", call(inputs, true), golden.tensor("correct"), readmeRule());
  if (golden.has("correct_without_mask")) {
    const expected = golden.tensor("correct_without_mask");
    report.tensor("correct_without_mask", call(inputs, false), expected, readmeRule());
  }
}

// Seed 004's masked_softmax gave the right output, and overwrote the caller's tensor.
function checkArgument(golden: Fields, report: Report): void {
  const inputs = golden.tensors("inputs");
  const given = inputs.get("X");
  const lengths = inputs.get("valid_lens");
  if (given === undefined || lengths === undefined || inputs.size !== 2)
    throw new CaseError("inputs X and valid_lens are expected");
  golden.raw("argument_after_call");
  const x = decodeTensor(given, "X");
  const out = maskedSoftmax(x, decodeTensor(lengths, "valid_lens"), { maskFill: seedFills.seed004 });
  for (const [name, expected] of golden.tensors("outputs")) {
    if (name !== "out") throw new CaseError(`unknown output ${name}`);
    report.tensor("out", out, expected, readmeRule());
  }
  report.tensor("the argument after the call", snapshot(x), given, tolerances.exact);
}

// A class whose text does not run has no numbers here (those are separate cases): it must exist and run.
function checkRuns(golden: Fields, report: Report): void {
  golden.raw("errors_in_order");
  const module = new PlainSelfAttention(4);
  const { output, weights } = module.eval().forward(ones([2, 3, 4]));
  report.equal("output shape", output.shape, [2, 3, 4]);
  report.equal("weights shape", weights.shape, [2, 3, 3]);
  const rows = weights.sum(-1);
  report.numbers("sums of the weights", rows.dataSync(), new Float32Array(6).fill(1), readmeRule());
}

/** Errors of the seeds' text: the corrected behaviour is required. */
export const bugs: Adapters = {
  bug: custom((golden, report) => {
    // PyTorch's behavior with the original text is only informative.
    golden.raw("verbatim");
    golden.raw("verbatim_raises");
    if (golden.has("errors_in_order")) checkRuns(golden, report);
    else if (golden.has("argument_after_call")) checkArgument(golden, report);
    else checkModule(golden, report);
  }),
};
