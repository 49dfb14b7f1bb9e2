import { Alphabet, INSIDE } from "./alphabet.ts";
import { Places, type Reading } from "./places.ts";
import { compile, type Program } from "./program.ts";
import { readPattern } from "./syntax.ts";

/** The results for one text. */
interface Searched {
  readonly text: string;
  readonly letters: Uint16Array;
  /** The state at each place. */
  readonly places: Uint16Array;
}

/**
 * A regular expression with the matches of `RegExp`, in time linear in the text. `RegExp` backtracks, which may take
 * exponential time with a pattern from a file. Here a first pass from the text's end notes which steps
 * lead to a match from where; a second one from its start takes the first of them that does, and never turns back (Frisch and
 * Cardelli 2004). Groups keep nothing.
 */
export class LinearPattern extends RegExp {
  readonly #looks: readonly (readonly [Program, Places])[];
  readonly #main: Program;
  readonly #places: Places;
  readonly #alphabet: Alphabet;
  #searched: Searched | null = null;

  /** @throws SyntaxError for an invalid pattern; PatternError for one that cannot be searched for in linear time */
  constructor(source: string, flags: string) {
    super(source, flags);
    this.#alphabet = new Alphabet(flags.replace(/[gy]/g, ""));
    const programs = compile(readPattern(source), this.#alphabet);
    const withPlaces = programs.map((one) => [one, new Places(one, this.#alphabet)] as const);
    [this.#main, this.#places] = withPlaces.at(-1)!;
    this.#looks = withPlaces.slice(0, -1);
  }

  override exec(text: string): RegExpExecArray | null {
    const { letters, places } = this.#search(text);
    const isGlobal = this.global;
    let from = isGlobal ? this.lastIndex : 0;
    const { start } = this.#main;
    // No step leads on from inside a pair.
    while (from <= text.length && !this.#places.leads(places[from]!, start)) from++;
    if (from > text.length) {
      [this.lastIndex, this.#searched] = [0, null];
      return null;
    }
    const end = this.#end(letters, places, from);
    if (isGlobal) this.lastIndex = end;
    return Object.assign([text.slice(from, end)] satisfies [string], { index: from, input: text });
  }

  // The one of RegExp makes a copy of the pattern first.
  override *[Symbol.matchAll](text: string): RegExpStringIterator<RegExpExecArray> {
    this.lastIndex = 0;
    for (let found = this.exec(text); found !== null; found = this.exec(text)) {
      if (found[0] === "") this.lastIndex++;
      yield found;
    }
  }

  #search(text: string): Searched {
    if (this.#searched?.text === text) return this.#searched;
    const letters = this.#alphabet.read(text);
    const looks: Uint8Array[] = [];
    const reading: Reading = { letters, looks };
    for (const [{ start }, places] of this.#looks) {
      const states = places.read(reading);
      const found = new Uint8Array(states.length);
      for (let at = 0; at < found.length; at++) found[at] = places.leads(states[at]!, start) ? 1 : 0;
      looks.push(found);
    }
    this.#searched = { text, letters, places: this.#places.read(reading) };
    return this.#searched;
  }

  // Every step that is taken leads to a match.
  #end(letters: Uint16Array, places: Uint16Array, from: number): number {
    const { steps, start } = this.#main;
    const all = this.#places;
    let at = from;
    for (let index = start; ; ) {
      const step = steps[index]!;
      if (step.kind === "accept" || step.kind === "fail") return at;
      if (step.kind === "split") index = all.leads(places[at]!, step.first) ? step.first : step.second;
      else {
        if (step.kind === "set") at += letters[at + 1] === INSIDE ? 2 : 1;
        index = step.next;
      }
    }
  }
}
