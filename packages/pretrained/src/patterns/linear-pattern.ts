import { Alphabet, compile, EDGE, INSIDE, type Program } from "./program.ts";
import { PatternError, readPattern } from "./syntax.ts";

// A pattern's matches, in time linear in the text.

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

/** A text, and the results of a pattern's lookarounds: 1 at each position where one holds. */
interface Reading {
  readonly letters: Uint16Array;
  readonly looks: readonly Uint8Array[];
}

const mostStates = 0xffff;
const keptStates = 10_000;

/**
 * Goes through a text once, from its end (or from its start for a lookbehind), and notes for each
 * place which steps of a program lead to a match from there. A place's steps follow from those of the place before and from
 * what is seen there, so that a set of steps that was met once is looked up.
 */
class Places {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  /** The steps that lead to a match at a place, a bit each, and the same of the next place by what is seen there. */
  #states: { readonly bits: Uint32Array; readonly next: number[] }[] = [];
  #byKey: Map<string, number> = new Map();
  #symbols: Map<number, number> = new Map();

  constructor(program: Program, alphabet: Alphabet) {
    [this.#program, this.#alphabet] = [program, alphabet];
  }

  /** The number of each place's state; a text has one place more than characters. */
  read(reading: Reading): Uint16Array {
    const { letters } = reading;
    const { behind, sees } = this.#program;
    if (this.#states.length === 0 || this.#states.length > keptStates) this.#clear();
    const states = this.#states;
    const places = new Uint16Array(letters.length + 1);
    let state = 0;
    for (let i = 0; i <= letters.length; i++) {
      const at = behind ? i : letters.length - i;
      const letter = at < letters.length ? letters[at]! : EDGE;
      if (letter === INSIDE) continue;
      const symbol = sees || behind ? this.#symbol(reading, at) : letter;
      state = states[state]!.next[symbol] ?? this.#follow(state, symbol, reading, at);
      places[at] = state;
    }
    return places;
  }

  /** Whether a step leads to a match, in a state. */
  leads(state: number, step: number): boolean {
    return isSet(this.#states[state]!.bits, step);
  }

  #clear(): void {
    [this.#states, this.#byKey, this.#symbols] = [[], new Map(), new Map()];
    this.#states.push({ bits: new Uint32Array(Math.ceil(this.#program.steps.length / 32)), next: [] });
  }

  // The inputs of a state other than the one before.
  #symbol({ letters, looks }: Reading, at: number): number {
    const { behind, sees } = this.#program;
    const [before, after] = [letterBefore(letters, at), letters[at] ?? EDGE];
    const taken = behind ? before : after;
    if (!sees) return taken;
    let key = taken * 0x10000 + (behind ? after : before);
    for (const found of looks) key = key * 2 + found[at]!;
    const known = this.#symbols.get(key);
    if (known !== undefined) return known;
    this.#symbols.set(key, this.#symbols.size);
    return this.#symbols.size - 1;
  }

  #follow(from: number, symbol: number, { letters, looks }: Reading, at: number): number {
    const { steps, order, behind } = this.#program;
    const { bits: was, next } = this.#states[from]!;
    const bits = new Uint32Array(was.length);
    const [before, after] = [letterBefore(letters, at), letters[at] ?? EDGE];
    const taken = behind ? before : after;
    const leads = (index: number): boolean => {
      const step = steps[index]!;
      switch (step.kind) {
        case "accept":
          return true;
        case "fail":
          return false;
        case "set":
          return isSet(was, step.next) && this.#alphabet.has(taken, step.set);
        case "split":
          return isSet(bits, step.first) || isSet(bits, step.second);
        case "beside":
          return (
            isSet(bits, step.next) &&
            this.#alphabet.has(step.behind ? before : after, step.set) !== step.negative
          );
        case "look":
          return isSet(bits, step.next) && (looks[step.look]![at] === 1) !== step.negative;
      }
    };
    for (const index of order) if (leads(index)) bits[index >>> 5]! |= 1 << (index & 31);
    const state = this.#number(bits);
    next[symbol] = state;
    return state;
  }

  #number(bits: Uint32Array): number {
    const key = String.fromCharCode(...new Uint16Array(bits.buffer));
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= mostStates)
      throw new PatternError("a pattern of the file needs too much memory for this text");
    this.#byKey.set(key, this.#states.length);
    return this.#states.push({ bits, next: [] }) - 1;
  }
}

function isSet(bits: Uint32Array, index: number): boolean {
  return ((bits[index >>> 5]! >>> (index & 31)) & 1) === 1;
}

function letterBefore(letters: Uint16Array, at: number): number {
  if (at === 0) return EDGE;
  const letter = letters[at - 1]!;
  return letter === INSIDE ? letters[at - 2]! : letter;
}
