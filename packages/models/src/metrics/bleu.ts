import { ArgumentError } from "@saccade/tensor";
import { listOf, required, signature, size, text, withFix } from "@saccade/tensor/contract";
import * as definition from "../definitions/decoding.ts";

const fix = "join words with single spaces";
const oneText = required(withFix({ ...text(), must: "a text" }, fix));
const texts = required(withFix({ ...listOf(text()), must: "an array of texts" }, fix));
const bleuCall = signature(
  "bleu",
  { prediction: oneText, label: oneText, k: required(size()) },
  "bleu(prediction, label, 2)",
);
const corpusCall = signature(
  "corpusBleu",
  { predictions: texts, references: texts, k: size(4) },
  "corpusBleu(predictions, references)",
);

/**
 * The similarity of a translation and a reference, from 0 to 1: a brevity penalty times the product of the
 * n-gram precisions p_n^(1/2^n) for n up to k (Papineni et al. 2002; weights of Zhang et al., Dive into Deep
 * Learning, 9.7). For a translation shorter than k, only its existing n-grams count; an empty one scores 0.
 *
 * @param prediction words joined by single spaces
 * @param label the reference, in the same form
 * @param k the length of the longest n-grams to compare
 * @example bleu("le chat noir", "le chat est noir", 2) // 0.6025
 */
export function bleu(prediction: string, label: string, k: number): number {
  bleuCall([prediction, label, k]);
  return definition.bleu(split(prediction), split(label), k);
}

/**
 * BLEU of a corpus, each sentence with one reference (Papineni et al. 2002): the brevity penalty exp(1 − r / c), if the
 * predictions' c words are fewer than the references' r, times the geometric mean of the clipped n-gram precisions for
 * n up to k, counted over the whole corpus. 0 if no n-gram of some n matches.
 *
 * @param predictions words joined by single spaces
 * @param references one for each prediction, in the same form
 * @param k the length of the longest n-grams to compare. Default 4.
 * @throws ArgumentError unless both have one length ≥ 1.
 * @example corpusBleu(["le chat est noir", "je suis ici"], ["le chat est noir", "je suis là"]) // 0.8223
 */
export function corpusBleu(
  predictions: readonly string[],
  references: readonly string[],
  k: number = 4,
): number {
  corpusCall([predictions, references, k]);
  const counts = `${predictions.length} predictions and ${references.length} references`;
  if (predictions.length !== references.length || predictions.length === 0)
    throw new ArgumentError(`corpusBleu: ${counts}; give at least one, and each prediction one reference.`);
  return definition.corpusBleu(predictions.map(split), references.map(split), k);
}

function split(sentence: string): string[] {
  return sentence === "" ? [] : sentence.split(" ");
}
