import { noGrad } from "@saccade/autograd";
import type { Transformer } from "@saccade/models";
import { scope, type Tensor } from "@saccade/tensor";
import { type Trace, traceOf } from "../transformer/trace.ts";
import { type Rows, rowsOf } from "../ui/index.ts";
import { idsOf, source, target, width } from "./net.ts";

/** The numbers of an attention: of all heads side by side, and the weights of each. */
export interface Attention {
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  readonly weights: readonly Rows[];
  /** After the output's map. */
  readonly output: Rows;
}

/** All numbers on the way from an English phrase to its French words, a row for each word that is read. */
export interface Followed {
  readonly written: readonly string[];
  readonly read: readonly string[];
  readonly encoder: Readonly<Record<"embedding" | "positions" | "norm1" | "ff" | "norm2", Rows>> & {
    readonly self: Attention;
  };
  readonly decoder: Readonly<Record<"embedding" | "positions" | "norm1" | "norm2" | "ff" | "norm3", Rows>> & {
    readonly self: Attention;
    readonly cross: Attention;
  };
  /** For each word that is read, what may come next: (words read, French words). */
  readonly chances: Rows;
}

const longest = 6;

/** Translates word by word, the likeliest each time, and keeps every matrix of the last pass. */
export function follow(net: Transformer, english: readonly string[]): Followed {
  return noGrad(() =>
    scope(() => {
      const x = idsOf([english], source);
      const read = ["<bos>"];
      for (;;) {
        const scores = net.logits(x, idsOf([read], target));
        const next = target[scores.select(1, -1).argmax(-1).item()]!;
        if (next !== "<eos>" && read.length < longest) read.push(next);
        else return matricesOf(traceOf(net, x, idsOf([read], target)), read, [...read.slice(1), next]);
      }
    }),
  );
}

function matricesOf(
  { blocks, attentions }: Trace,
  read: readonly string[],
  written: readonly string[],
): Followed {
  const rows = (x: Tensor | undefined): Rows => {
    if (x === undefined) throw new Error("The trace lacks a block.");
    return rowsOf(Float32Array.from(x.contiguous().dataSync()), x.size(-2)); // (1, n, …)
  };
  const attention = (name: "e1.self" | "d1.self" | "d1.cross"): Attention => {
    const { q, k, v, weights } = attentions[name]!;
    const together = (x: Tensor): Rows => rows(x.transpose(1, 2).reshape([1, x.size(2), width]));
    const heads = weights.unbind(1).map(rows);
    return { q: together(q), k: together(k), v: together(v), weights: heads, output: rows(blocks[name]) };
  };
  return {
    written,
    read,
    encoder: {
      embedding: rows(blocks["src.embedding"]),
      positions: rows(blocks["src.positions"]),
      self: attention("e1.self"),
      norm1: rows(blocks["e1.norm1"]),
      ff: rows(blocks["e1.ff"]),
      norm2: rows(blocks["e1.norm2"]),
    },
    decoder: {
      embedding: rows(blocks["tgt.embedding"]),
      positions: rows(blocks["tgt.positions"]),
      self: attention("d1.self"),
      norm1: rows(blocks["d1.norm1"]),
      cross: attention("d1.cross"),
      norm2: rows(blocks["d1.norm2"]),
      ff: rows(blocks["d1.ff"]),
      norm3: rows(blocks["d1.norm3"]),
    },
    chances: rows(blocks.softmax),
  };
}
