import { isObject } from "../case.ts";
import type { RecordLayout } from "./layout.ts";
import { nadarayaWatsonRecord } from "./nadaraya-watson.ts";
import { deterministicRecord, seededRecord } from "./seq2seq.ts";

// How fast PyTorch was on some machine.
const timings: RecordLayout = {
  matches: ({ runs }) => Array.isArray(runs) && runs.every((run) => isObject(run) && "tokens_per_sec" in run),
  note: "timings of PyTorch, nothing to check",
  parts: () => [],
};

/** Every kind of training record. */
export const recordLayouts: readonly RecordLayout[] = [
  nadarayaWatsonRecord,
  deterministicRecord,
  seededRecord,
  timings,
];
