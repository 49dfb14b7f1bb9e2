/** Stands for characters that are too rare to have a token. */
export const rare = "□";
const most = 500;

/** One token a character: the characters of a text, the frequent ones first. */
export class Alphabet {
  readonly characters: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;

  constructor(text: string) {
    const counts = new Map<string, number>();
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    // Those of equal count in the order of their code points, so that the same text gives the same ids everywhere.
    const sorted = [...counts]
      .sort(([a, countA], [b, countB]) => countB - countA || a.codePointAt(0)! - b.codePointAt(0)!)
      .map(([character]) => character);
    this.characters = sorted.length <= most ? sorted : [...sorted.slice(0, most - 1), rare];
    this.#ids = new Map(this.characters.map((character, id) => [character, id]));
  }

  get size(): number {
    return this.characters.length;
  }

  /** The ids of the characters that have one; rare ones become □ where there is such a token. */
  encode(text: string): { readonly ids: readonly number[]; readonly unknown: readonly string[] } {
    const substitute = this.#ids.get(rare);
    const ids: number[] = [];
    const unknown = new Set<string>();
    for (const character of text) {
      const id = this.#ids.get(character) ?? substitute;
      if (id === undefined) unknown.add(character);
      else ids.push(id);
    }
    return { ids, unknown: [...unknown] };
  }

  decode(ids: readonly number[]): string {
    return ids.map((id) => this.characters[id] ?? "").join("");
  }
}
