import { topKFilter, topPFilter } from "@saccade/models";
import { scope, type Tensor } from "@saccade/tensor";

/** How the next token is drawn. */
export interface Sampling {
  readonly temperature: number;
  /** null keeps all tokens. */
  readonly topK: number | null;
  readonly topP: number;
}

/** A token that may come next. */
export interface Choice {
  readonly token: number;
  readonly text: string;
  /** The model's probability. */
  readonly plain: number;
  /** At the temperature, before anything is cut. */
  readonly tempered: number;
  /** The probability in sampling: 0 where top-k or top-p cut it. */
  readonly drawn: number;
}

/** The probabilities of all tokens, by id. */
export interface Distribution {
  /** The model's. */
  readonly plain: Float32Array;
  /** At the temperature. */
  readonly tempered: Float32Array;
  /** After top-k and top-p too. */
  readonly drawn: Float32Array;
}

/** @param logits (vocabulary) */
export function distributionOf(logits: Tensor, { temperature, topK, topP }: Sampling): Distribution {
  return scope(() => {
    const tempered = logits.div(temperature);
    const cut = topPFilter(topK === null ? tempered : topKFilter(tempered, topK), topP);
    const [plain, warm, drawn] = [logits, tempered, cut].map((x) =>
      Float32Array.from(x.softmax(-1).dataSync()),
    );
    return { plain: plain!, tempered: warm!, drawn: drawn! };
  });
}

/** The likeliest tokens, the likeliest first. */
export function choicesOf(
  { plain, tempered, drawn }: Distribution,
  textOf: (token: number) => string,
  count: number,
): Choice[] {
  return likeliest(plain, count).map((token) => ({
    token,
    text: textOf(token),
    plain: plain[token]!,
    tempered: tempered[token]!,
    drawn: drawn[token]!,
  }));
}

// In one pass: a sorted vocabulary of fifty thousand would cost more than a small model's token.
function likeliest(plain: Float32Array, count: number): number[] {
  const best: number[] = [];
  for (let token = 0; token < plain.length; token++) {
    const share = plain[token]!;
    if (best.length === count && share <= plain[best[count - 1]!]!) continue;
    let place = best.length;
    while (place > 0 && plain[best[place - 1]!]! < share) place--;
    best.splice(place, 0, token);
    if (best.length > count) best.pop();
  }
  return best;
}

/** The token at which the drawn probabilities, added up by id, pass `random`. */
export function drawFrom({ drawn }: Distribution, random: number): number {
  let left = random;
  let last = 0;
  for (let token = 0; token < drawn.length; token++) {
    const probability = drawn[token]!;
    if (probability === 0) continue;
    left -= probability;
    last = token;
    if (left < 0) return token;
  }
  return last; // the sum of the probabilities may fall short of 1 by rounding
}
