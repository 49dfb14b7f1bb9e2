// Merges never cross the borders of these pieces: a word with the space before it, a number, punctuation, white space.
const piecePattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** GPT-2's pieces of a text (Radford et al. 2019). Joined, they are the text. */
export function splitPieces(text: string): string[] {
  return text.match(piecePattern) ?? [];
}
