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

/** Makes questions of one length of reviews. */
export class QuestionMaker {
  readonly sentences: number;
  readonly #random: () => number;
  readonly #words: readonly string[];

  constructor(sentences: number, random: () => number) {
    this.sentences = sentences;
    this.#random = random;
    const all = this.reviews(500, false).flatMap(wordsOf);
    this.#words = ["", ...new Set(all)];
  }

  get vocabSize(): number {
    return this.#words.length;
  }

  reviews(count: number, heldOut: ReviewOptions["heldOut"]): Review[] {
    return makeReviews({
      count,
      sentences: this.sentences,
      heldOut,
      ...JSON.parse(process.env.CFG ?? "{}"),
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
