import { noGrad } from "@saccade/autograd";
import type { Bert, GPT } from "@saccade/models";
import type { Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";
import { placesOf, spoiled } from "./fine-tune.ts";
import { firstWord, idOf, type Kind, kinds, mask, sentence, toIds } from "./grammar.ts";
import { scores, sentences } from "./models.ts";

/** Sentences, each with a place whose word is asked for. */
interface Asked {
  /** (b, n) int32, with the word in its place. */
  readonly ids: Tensor;
  /** (b, 1) int32. */
  readonly place: Tensor;
  /** (b) int32: which of its kind the word is. */
  readonly answer: Tensor;
}

function asked(kind: Kind, count: number, random: () => number): Asked {
  const all = Array.from({ length: count }, () => {
    const words = sentence(random);
    const places = placesOf(words, kind);
    const at = places[Math.floor(random() * places.length)]!;
    return { ids: toIds(words), at, word: idOf(words[at]!) - firstOf(kind) };
  });
  const whole = (of: (one: (typeof all)[number]) => number): Tensor => ints(all.map(of));
  return {
    ids: ints(all.map(({ ids }) => ids)),
    place: whole(({ at }) => at + 1).unsqueeze(1), // after [CLS]
    answer: whole(({ word }) => word),
  };
}

const firstOf = (kind: Kind): number => idOf(kinds[kind][0]!);

/** logits (b, n, words) → the share of places where the likeliest word of the kind is the right one. */
function shareRight(logits: Tensor, place: Tensor, kind: Kind, answer: Tensor): number {
  const [b, , words] = logits.dims(3);
  const there = logits.gather(1, place.unsqueeze(-1).expand([b, 1, words])).squeeze(1);
  const ofKind = there.narrow(1, firstOf(kind), kinds[kind].length);
  return shareOf(ofKind.argmax(-1).eq(answer));
}

const shareOf = (holds: Tensor): number => holds.to("float32").mean().item();

/** The share of masked words of a kind that an encoder chooses right, among the words of the kind. */
export function choosesRight(bert: Bert, kind: Kind, count: number, random: () => number): number {
  return noGrad(() => {
    const { ids, place, answer } = asked(kind, count, random);
    const masked = ids.scatter(1, place, ints(mask).expand(place.shape));
    return shareRight(scores(bert, masked), place, kind, answer);
  });
}

/** The same of a causal model, which reads the words before. */
export function causalChoosesRight(gpt: GPT, kind: Kind, count: number, random: () => number): number {
  return noGrad(() => {
    const { ids, place, answer } = asked(kind, count, random);
    return shareRight(gpt.forward(ids), place.sub(1), kind, answer);
  });
}

/** An encoder's predictions for words that it sees. */
export interface OfVisible {
  /** The share of right words for which the word itself is the likeliest. */
  readonly keeps: number;
  /** The share of wrong verbs for which the right one is likelier than the one that is there. */
  readonly corrects: number;
}

export function ofVisible(bert: Bert, count: number, random: () => number): OfVisible {
  return noGrad(() => {
    const ids = sentences(count, random);
    const words = ids.ge(firstWord).to("float32");
    const kept = scores(bert, ids).argmax(-1).eq(ids).to("float32").mul(words).sum().div(words.sum()).item();
    const { ids: shown, wrong, right } = spoiled(count, random);
    const logits = scores(bert, shown);
    const rows = ints(right.map(idOf)).unsqueeze(1);
    const place = wrong.unsqueeze(1);
    const there = logits.gather(1, place.unsqueeze(-1).expand([count, 1, logits.size(2)])).squeeze(1);
    return {
      keeps: kept,
      corrects: shareOf(there.gather(1, rows).gt(there.gather(1, shown.gather(1, place)))),
    };
  });
}
