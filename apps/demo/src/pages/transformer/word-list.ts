/** Words and their ids: what `predictSeq2Seq` needs of a vocabulary. */
export class WordList {
  readonly words: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;

  /** @param words without the three special ones. */
  constructor(words: Iterable<string>) {
    this.words = [...new Set(["<pad>", "<bos>", "<eos>", ...words])];
    this.#ids = new Map(this.words.map((word, id) => [word, id]));
  }

  get size(): number {
    return this.words.length;
  }

  has(word: string): boolean {
    return this.#ids.has(word);
  }

  /** @throws RangeError for a word that is not on the list. */
  index(word: string): number {
    const id = this.#ids.get(word);
    if (id === undefined) throw new RangeError(`“${word}” is not in the vocabulary.`);
    return id;
  }

  ids(words: readonly string[]): number[] {
    return words.map((word) => this.index(word));
  }

  toTokens(ids: Iterable<number>): string[] {
    return Array.from(ids, (id) => this.words[id] ?? "");
  }
}
