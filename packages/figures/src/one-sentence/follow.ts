import { noGrad } from "@saccade/autograd";
import type { Transformer } from "@saccade/models";
import { scope, type Tensor } from "@saccade/tensor";
import type { AttentionName, BlockName } from "../transformer/places.ts";
import { type Trace, traceOf } from "../transformer/trace.ts";
import { type Rows, rowsOf } from "../ui/index.ts";
import { idsOf, source, target, width } from "./net.ts";

/** The numbers of an attention: of all heads side by side, and the weights of each. */
export interface Attention {
  readonly q: Rows;
  readonly k: Rows;
  readonly v: Rows;
  readonly weights: readonly Rows[];
}

/** All numbers on the way from an English phrase to its French words, a row for each word that is read. */
export interface Followed {
  readonly written: readonly string[];
  readonly read: readonly string[];
  readonly blocks: Readonly<Record<BlockName, Rows>>;
  readonly attentions: Readonly<Record<AttentionName, Attention>>;
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
        else {
          const matrices = matricesOf(traceOf(net, x, idsOf([read], target)));
          return { written: [...read.slice(1), next], read, ...matrices };
        }
      }
    }),
  );
}

function matricesOf({ blocks, attentions }: Trace): Pick<Followed, "blocks" | "attentions" | "chances"> {
  const rows = (x: Tensor): Rows => rowsOf(Float32Array.from(x.contiguous().dataSync()), x.size(-2)); // (1, n, …)
  const together = (x: Tensor): Rows => rows(x.transpose(1, 2).reshape([1, x.size(2), width]));
  const all = Object.entries(blocks).map(([name, x]) => [name, rows(x)]);
  const looks = Object.entries(attentions).map(([name, { q, k, v, weights }]) => [
    name,
    { q: together(q), k: together(k), v: together(v), weights: weights.unbind(1).map(rows) },
  ]);
  return {
    blocks: Object.fromEntries(all) as Record<BlockName, Rows>,
    attentions: Object.fromEntries(looks) as Record<AttentionName, Attention>,
    chances: rows(blocks.softmax!),
  };
}
