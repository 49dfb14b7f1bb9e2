/** The symbol of the second half of a surrogate pair. */
export const INSIDE = 0xffff;

/** The symbol before and after a text, which is in no set. */
export const EDGE = 0;

interface SetOfLetters {
  readonly letter: string | null;
  readonly pattern: RegExp;
}

/**
 * The characters as a pattern sees them: two that are in the same of its sets are one letter. The sets themselves are
 * asked of `RegExp`, a character at a time.
 */
export class Alphabet {
  readonly #flags: string;
  readonly #sets: SetOfLetters[] = [];
  readonly #bySource: Map<string, number> = new Map();
  readonly #letters: Map<string, number> = new Map();
  /** Whether a letter is in a set, by letter; the edge is in none. */
  readonly #isIn: boolean[][] = [[]];
  readonly #ofUnit: Uint16Array = new Uint16Array(0x10000);
  readonly #ofPair: Map<number, number> = new Map();

  constructor(flags: string) {
    this.#flags = flags;
  }

  /** The number of a set. All sets come before the first text. */
  add(source: string, letter: string | null): number {
    const known = this.#bySource.get(source);
    if (known !== undefined) return known;
    this.#bySource.set(source, this.#sets.length);
    return this.#sets.push({ letter, pattern: new RegExp(`^(?:${source})$`, this.#flags) }) - 1;
  }

  /** How many sets there are that are more than one character. */
  get numClasses(): number {
    return this.#sets.filter(({ letter }) => letter === null).length;
  }

  has(letter: number, set: number): boolean {
    return this.#isIn[letter]![set] === true;
  }

  /** The letter at each place of a text. */
  read(text: string): Uint16Array {
    const letters = new Uint16Array(text.length);
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const point = unit >= 0xd800 && unit < 0xdc00 ? text.codePointAt(at)! : unit;
      if (point === unit) letters[at] = this.#ofUnit[unit] ||= this.#letterOf(unit);
      else {
        let letter = this.#ofPair.get(point);
        if (letter === undefined) {
          letter = this.#letterOf(point);
          this.#ofPair.set(point, letter);
        }
        letters[at] = letter;
        letters[++at] = INSIDE;
      }
    }
    return letters;
  }

  #letterOf(point: number): number {
    const char = String.fromCodePoint(point);
    const isIn = this.#sets.map(({ letter, pattern }) =>
      letter === null ? pattern.test(char) : letter === char,
    );
    const key = isIn.map(Number).join("");
    let found = this.#letters.get(key);
    if (found === undefined) {
      found = this.#isIn.push(isIn) - 1;
      this.#letters.set(key, found);
    }
    return found;
  }
}
