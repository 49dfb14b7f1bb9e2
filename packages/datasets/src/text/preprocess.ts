import { checkString } from "@saccade/tensor/backend";

/**
 * Prepares raw sentence-pair text for splitting on single spaces, as d2l-zh's `preprocess_nmt` does: no-break
 * spaces (U+00A0, U+202F) become spaces, letters become lower case, and a space is put before each of `, . ! ?`
 * that has a character other than a space before it (a tab and a line break count as such a character). As in d2l,
 * thin spaces (U+2009) stay; `tokenizePairs` treats them as spaces.
 *
 * @param text Whole file or a single line; tabs and line breaks stay where they are.
 * @returns The prepared text.
 * @throws ArgumentError unless `text` is a string.
 * @example preprocessNmt("Go on!") // "go on !"
 */
export function preprocessNmt(text: string): string {
  checkString("preprocessNmt", "text", text);
  return text
    .replace(/[\u202f\u00a0]/g, " ")
    .toLowerCase()
    .replace(/[^ ](?=[,.!?])/g, "$& ");
}
