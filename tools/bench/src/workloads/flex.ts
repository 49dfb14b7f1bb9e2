import { scaledDotProductAttention } from "@saccade/attention";
import {
  alibi,
  at,
  causal,
  createBlockMask,
  flexAttention,
  type ScoreMod,
  slidingWindow,
  softcap,
} from "@saccade/attention/flex";
import { vjp } from "@saccade/autograd";
import type { Tensor } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import type { Jax, JaxArray } from "../libraries/jax.ts";
import type { Case, Goal, Workload } from "../workload.ts";

// Changes of scores and masks as plain functions, beside the built-in attention of the same run: what they cost, and what masks save.

const [heads, d, window] = [2, 64, 256];
const kinds = [
  "full",
  "causal",
  "causal by maskMod",
  "ALiBi, learned",
  "softcap",
  "learned bias",
  "window 256",
] as const;
type Kind = (typeof kinds)[number];

/** How many times as fast as full attention each must be, or as the built-in causal one. */
const least: Readonly<Partial<Record<Kind, number>>> = {
  causal: 1 / 0.58,
  "causal by maskMod": 1 / 1.1,
  "ALiBi, learned": 1 / 1.5,
  softcap: 1 / 1.5,
  "learned bias": 1 / 1.5,
};

const nameOf = (length: number, backward: boolean, kind: Kind): string =>
  `L${length}, ${backward ? "forward + backward" : "forward"}, ${kind}`;

function goals(length: number, backward: boolean, kind: Kind): readonly Goal[] {
  const factor = kind === "window 256" && length === 2048 ? 1 / 0.35 : least[kind];
  const beside: Kind = kind === "causal by maskMod" ? "causal" : "full";
  return factor === undefined
    ? []
    : [{ player: "wasm", overCase: nameOf(length, backward, beside), factor, quietest: true }];
}

/** Attention of each kind; what it learns beside q, k and v comes last. */
function attention(kind: Kind, length: number): (...xs: readonly Tensor[]) => Tensor {
  if (kind === "full" || kind === "causal") {
    const options = { causal: kind === "causal", needWeights: false };
    return (q, k, v) => scaledDotProductAttention(q!, k!, v!, options).output;
  }
  const mod = (learned: Tensor | undefined): ScoreMod => {
    if (kind === "softcap") return softcap(20);
    if (kind === "ALiBi, learned") return alibi(learned!);
    return (score, _b, h, q, kv) => score.add(at(learned!, h, q, kv));
  };
  const allowed = { "causal by maskMod": causal, "window 256": slidingWindow(window) }[kind as string];
  const blockMask = allowed && createBlockMask(allowed, null, null, length, length);
  return (q, k, v, learned) =>
    flexAttention(q!, k!, v!, blockMask ? { blockMask } : { scoreMod: mod(learned) }).output;
}

/** The same composed of ops, as they allow. */
function composed(
  { jax: { nn, numpy: np } }: Jax,
  kind: Kind,
  length: number,
): (...xs: JaxArray[]) => JaxArray {
  return (q, k, v, learned) => {
    const distance = np.arange(length).reshape([length, 1]).sub(np.arange(length));
    const scores = np.matmul(q!.mul(1 / Math.sqrt(d)), np.swapaxes(k!, -2, -1));
    const among = (allowed: JaxArray): JaxArray => np.where(allowed, scores, Number.NEGATIVE_INFINITY);
    const changed = (): JaxArray => {
      if (kind === "ALiBi, learned") return scores.sub(learned!.reshape([heads, 1, 1]).mul(np.abs(distance)));
      if (kind === "learned bias") return scores.add(learned!);
      if (kind === "softcap") return np.tanh(scores.mul(1 / 20)).mul(20);
      const past = distance.ref.greaterEqual(0);
      if (kind === "window 256") return among(past.mul(distance.less(window)));
      return kind === "full" ? scores : among(past);
    };
    return np.matmul(nn.softmax(changed(), -1), v!);
  };
}

function attend(length: number, backward: boolean, kind: Kind): Case {
  const shape = [1, heads, length, d];
  const sizes = { q: shape, k: shape, v: shape, g: shape, bias: [heads, length, length], slopes: [heads] };
  const learned = kind === "learned bias" ? "bias" : kind === "ALiBi, learned" ? "slopes" : null;
  const names = [
    "q",
    "k",
    "v",
    ...(learned === null ? [] : [learned]),
    ...(backward ? ["g"] : []),
  ] as (keyof typeof sizes)[];
  const count = names.length - Number(backward);
  return {
    name: nameOf(length, backward, kind),
    // Slopes sum four million float32 numbers each.
    tolerance: 1e-3,
    flops: (backward ? 7 : 2) * 2 * heads * length ** 2 * d,
    inputs: () => Object.fromEntries(names.map((name, i) => [name, floats(sizes[name], i + 1)])),
    programs: {
      saccade: (s, io) => {
        const forward = attention(kind, length);
        return s.calculation(io, names, (...xs) => {
          if (!backward) return forward(...xs);
          const { value, pullBack } = vjp(forward, xs.slice(0, count));
          return [value, ...pullBack(xs.at(-1)!)];
        });
      },
      jax: (j, io) => {
        const forward = composed(j, kind, length);
        return j.calculation(io, names, (...xs) => {
          if (!backward) return forward(...xs);
          const [y, back] = j.jax.vjp(forward, xs.slice(0, count));
          return [y, ...(back(xs.at(-1)!) as JaxArray[])];
        });
      },
    },
    torch: { program: "flex", options: { backward, kind } },
    goals: goals(length, backward, kind),
  };
}

/** What a change of scores or a mask of one's own costs. */
export const flex: Workload = {
  title: "flexAttention of 2 heads of 64",
  cases: [512, 2048].flatMap((length) =>
    [false, true].flatMap((backward) => kinds.map((kind) => attend(length, backward, kind))),
  ),
};
