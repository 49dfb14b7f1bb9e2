import { reasonOf } from "../../../work/reason-of.ts";
import type { openedWords } from "./messages/index.ts";

/** The problem of files that were not opened. */
export type ProblemKind = keyof (typeof openedWords)["en"]["problem"];

export interface Problem {
  readonly kind: ProblemKind;
  /** The file that it is about; "" for none. */
  readonly file: string;
  /** The library's message, in English. */
  readonly detail: string;
}

// Matched against the library's messages; the first match counts.
const rules: readonly (readonly [ProblemKind, RegExp])[] = [
  ["adapter", /adapter_(?:config\.json|model\.safetensors)/],
  ["torch", /PyTorch's own format/],
  ["mask", /says which token is the mask/],
  ["shard", /shards? (?:is|are) missing/],
  ["index", /not in the files that it names/],
  ["config", /config\.json is missing/],
  ["weights", /\.safetensors is missing/],
  ["json", /is not JSON|is not text/],
  ["tokenizer", /^\S*tokenizer\S*\.json:/],
  ["damaged", /cut short|damaged|too few for|header length/],
  ["architecture", /an architecture that is not supported|model_type is missing/],
  ["mismatch", /weights do not fit/],
  ["twice", /names of one weight/],
  ["memory", /(?:are free|has no room|memory)/],
  ["option", /config\.json: /],
];

/** The problem that caused an error. */
export function problemOf(error: unknown): Problem {
  const message = reasonOf(error);
  const kind = rules.find(([, pattern]) => pattern.test(message))?.[0] ?? "other";
  const detail = message
    .replace(/^(?:loadPretrained|loadLora): /, "")
    .replace(/ ?\{ tokenizer: false \} loads the model without\.?/, "")
    .replace(/; \{ weights: .*$/, ".");
  return { kind, file: fileIn(message), detail };
}

function fileIn(message: string): string {
  const names = message.match(/[\w.-]+\.(?:json|safetensors)\b/g) ?? [];
  return names[0] ?? "";
}
