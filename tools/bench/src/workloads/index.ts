import type { Case, Workload } from "../workload.ts";
import { attention } from "./attention.ts";
import { convolution } from "./convolution.ts";
import { decoding } from "./decoding.ts";
import { layerNorm, softmax, sums, tanhAdd, transpose } from "./elementwise.ts";
import { flex } from "./flex.ts";
import { generation } from "./generation.ts";
import { gpt } from "./gpt.ts";
import { ladder } from "./ladder.ts";
import { lens } from "./lens.ts";
import { matmul } from "./matmul.ts";
import { multiHead } from "./multi-head.ts";
import { nadarayaWatson } from "./nadaraya-watson.ts";
import { oneOp } from "./one-op.ts";
import { skinny } from "./skinny.ts";
import { startup } from "./startup.ts";
import { summaries } from "./summaries.ts";
import { translator } from "./translator.ts";

/** Every workload, by the name that the command line takes, in the order in which they run. */
export const workloads: Readonly<Record<string, Workload>> = {
  // Measured first in every run and again in every round.
  ceiling: { title: "what register-only loops of wasm SIMD reach", cases: [] },
  matmul,
  skinny,
  softmax,
  layerNorm,
  tanhAdd,
  sums,
  transpose,
  attention,
  flex,
  summaries,
  ladder,
  decoding,
  generation,
  lens,
  multiHead,
  gpt,
  convolution,
  translator,
  nadarayaWatson,
  oneOp,
  startup,
};

export function findCase(workload: string, name: string): Case {
  const found = workloads[workload]?.cases.find((test) => test.name === name);
  if (found === undefined) throw new Error(`no case ${name} of ${workload}`);
  return found;
}
