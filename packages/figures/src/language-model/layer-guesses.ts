import { noGrad } from "@saccade/autograd";
import type { GPT } from "@saccade/models";
import { scope, type Tensor, tensor } from "@saccade/tensor";

/** A model's predictions after each of its layers, as if the later ones did nothing: a logit lens (nostalgebraist 2020). */
export interface LayerGuesses {
  /** The tokens that are shown: of a long text the last ones. */
  readonly tokens: readonly string[];
  /** Tokens before those. */
  readonly unshown: number;
  /** The likeliest token by layer and place: of the embeddings, then after each layer, the last being the model's own. */
  readonly guesses: readonly (readonly string[])[];
  /** Its probability. */
  readonly shares: readonly (readonly number[])[];
  /** The right token at each place; null if unknown. */
  readonly right: readonly (string | null)[];
  /** Milliseconds that the model took. */
  readonly ms: number;
}

/** Places that are shown: a score of each word of a large vocabulary, for each layer and place, takes long. */
const most = 24;

/** Hidden states by layer, (1, n, dModel) each, and the scores of words that a layer's states decode to. */
export interface LayerStates {
  readonly states: readonly Tensor[];
  readonly scores: (state: Tensor, layer: number) => Tensor;
}

/** @param states computes the states of ids (1, n) */
export function layerGuesses(
  ids: readonly number[],
  right: readonly (number | null)[],
  show: (id: number) => string,
  states: (ids: Tensor) => LayerStates,
): LayerGuesses {
  const unshown = Math.max(0, ids.length - most);
  const shown = ids.length - unshown;
  const began = performance.now();
  const rows =
    shown === 0
      ? []
      : noGrad(() =>
          scope(() => {
            const { states: all, scores } = states(tensor([[...ids]], { dtype: "int32" }));
            return all.map((state, layer) =>
              scope(() => likeliest(scores(state.narrow(1, unshown, shown), layer).select(0, 0))),
            );
          }),
        );
  return {
    tokens: ids.slice(unshown).map(show),
    unshown,
    guesses: rows.map((row) => row.map(({ id }) => show(id))),
    shares: rows.map((row) => row.map(({ share }) => share)),
    right: right.slice(unshown).map((id) => (id === null ? null : show(id))),
    ms: performance.now() - began,
  };
}

/** The states of a GPT: its last norm is applied to those between its layers, too. */
export function gptStates(gpt: GPT, ids: Tensor): LayerStates {
  const states = gpt.forward(ids, { needHiddenStates: true }).hiddenStates;
  const scores = (state: Tensor, layer: number): Tensor => {
    const normed = layer === states.length - 1 ? state : gpt.norm.forward(state);
    return gpt.head === null ? gpt.embedding.scores(normed) : gpt.head.forward(normed);
  };
  return { states, scores };
}

/** @param scores (n, vocabulary) */
function likeliest(scores: Tensor): { readonly id: number; readonly share: number }[] {
  const ids = scores.argmax(-1).dataSync();
  const shares = scores.softmax(-1).amax(-1).dataSync();
  return Array.from(ids, (id, i) => ({ id, share: shares[i]! }));
}
