import { makeReviews, type Review, type ReviewOptions } from "@saccade/datasets/tasks";
import { type Tensor, tensor } from "@saccade/tensor";

/** Questions about reviews, as tensors. */
export interface Questions {
  /** (b), the thing that is asked about. */
  readonly asked: Tensor;
  /** (b, n), 0 behind the end. */
  readonly ids: Tensor;
  /** (b). */
  readonly lens: Tensor;
  /** (b), 1 where the review praises what is asked about. */
  readonly answers: Tensor;
}

/** The words of a review, its sentences ending in commas. */
export function wordsOf({ sentences }: Review): string[] {
  return sentences.flatMap((sentence) => [...sentence, ","]);
}

/** All words that reviews are made of, after "" for padding. */
export function vocabulary(random: () => number): string[] {
  const reviews = makeReviews({ count: 500, sentences: 4, random });
  return ["", ...new Set(reviews.flatMap(wordsOf))];
}

/** Makes questions of one length of reviews. */
export class QuestionMaker {
  readonly sentences: number;
  readonly #random: () => number;
  readonly #words: readonly string[];

  /** @param words the vocabulary; "" is padding */
  constructor(sentences: number, words: readonly string[], random: () => number) {
    this.sentences = sentences;
    this.#words = words;
    this.#random = random;
  }

  reviews(count: number, heldOut: ReviewOptions["heldOut"]): Review[] {
    return makeReviews({
      count,
      sentences: this.sentences,
      heldOut,
      random: this.#random,
    });
  }

  /** Fresh questions; held-out ones ask about a sentence whose thing, verb and adjective no training review joins. */
  draw(count: number, heldOut: boolean): Questions {
    return this.encode(this.reviews(count, heldOut));
  }

  encode(reviews: readonly Review[]): Questions {
    const longest = 9 * this.sentences; // eight words and a comma
    const ids = new Int32Array(reviews.length * longest);
    const lens = reviews.map((review, b) => {
      const words = wordsOf(review);
      words.forEach((word, i) => {
        ids[b * longest + i] = this.#words.indexOf(word);
      });
      return words.length;
    });
    return {
      asked: tensor(Int32Array.from(reviews, ({ things, asked }) => this.#words.indexOf(things[asked]!))),
      ids: tensor(ids).reshape([reviews.length, longest]),
      lens: tensor(Int32Array.from(lens)),
      answers: tensor(Int32Array.from(reviews, ({ praises, asked }) => Number(praises[asked]))),
    };
  }
}
