import * as definition from "@saccade/attention/definitions";
import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger, refuseExtra } from "@saccade/tensor/backend";
import { isListOf, isText } from "../contract/check-options.ts";

/**
 * The similarity of a translation and a reference, from 0 to 1: a brevity penalty times the product of the
 * n-gram precisions p_n^(1/2^n) for n up to k (Papineni et al. 2002; weights of Zhang et al., Dive into Deep
 * Learning, 9.7). For a translation shorter than k, only its existing n-grams count; an empty one scores 0.
 *
 * @param prediction words joined by single spaces
 * @param label the reference, in the same form
 * @param k the length of the longest n-grams to compare
 * @throws ArgumentError unless both are strings and k is a whole number ≥ 1.
 * @example bleu("le chat noir", "le chat est noir", 2) // 0.6025
 */
export function bleu(prediction: string, label: string, k: number): number {
  refuseExtra("bleu", arguments, 3);
  checkText("prediction", prediction);
  checkText("label", label);
  checkInteger("bleu", "k", k, 1);
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
 * @throws ArgumentError unless both are arrays of strings of one length ≥ 1, and k is a whole number ≥ 1.
 * @example corpusBleu(["le chat est noir", "je suis ici"], ["le chat est noir", "je suis là"]) // 0.8223
 */
export function corpusBleu(
  predictions: readonly string[],
  references: readonly string[],
  k: number = 4,
): number {
  refuseExtra("corpusBleu", arguments, 3);
  checkTexts("predictions", predictions);
  checkTexts("references", references);
  if (predictions.length !== references.length) {
    throw new ArgumentError(
      `corpusBleu: ${predictions.length} predictions and ${references.length} references; give each prediction one.`,
    );
  }
  if (predictions.length === 0)
    throw new ArgumentError("corpusBleu: predictions is empty; give at least one.");
  checkInteger("corpusBleu", "k", k, 1);
  return definition.corpusBleu(predictions.map(split), references.map(split), k);
}

function split(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

function checkTexts(name: string, texts: unknown): void {
  if (isListOf(texts, isText)) return;
  throw badArgument("corpusBleu", name, "an array of texts", texts, "join words with single spaces");
}

function checkText(name: string, text: unknown): void {
  if (typeof text !== "string") {
    throw badArgument("bleu", name, "a text", text, "join words with single spaces");
  }
}
