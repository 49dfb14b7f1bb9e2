import type { Adapters } from "../adapter.ts";
import { attention } from "./attention.ts";
import { bleu } from "./bleu.ts";
import { bugs } from "./bugs.ts";
import { corpus } from "./corpus.ts";
import { ladder } from "./ladder.ts";
import { layers } from "./layers.ts";
import { functions, ops } from "./ops.ts";
import { optim } from "./optim.ts";
import { schedulers } from "./schedulers.ts";
import { seq2seq } from "./seq2seq.ts";
import { text } from "./text.ts";
import { training } from "./training.ts";
import { transformer } from "./transformer.ts";

/** How each `op` of golden cases is done through the public API. */
export const adapters: Adapters = join(
  ops,
  functions,
  layers,
  ladder,
  attention,
  transformer,
  seq2seq,
  optim,
  schedulers,
  text,
  bleu,
  corpus,
  training,
  bugs,
);

function join(...tables: readonly Adapters[]): Adapters {
  const names = tables.flatMap((table) => Object.keys(table));
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new Error(`two adapters are named ${twice}; an op is done in one place`);
  return Object.assign({}, ...tables);
}
