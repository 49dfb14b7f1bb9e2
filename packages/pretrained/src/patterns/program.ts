import { type Look, type Node, PatternError } from "./syntax.ts";

// A pattern as a program: the classes of characters that it distinguishes, and its instructions.

/** The symbol of the second half of a surrogate pair. */
export const INSIDE = 0xffff;

/** The symbol before and after a text, which is in no set. */
export const EDGE = 0;

/**
 * The characters as a pattern sees them: two that are in the same of its sets are one letter. The sets themselves are
 * asked of `RegExp`, a character at a time.
 */
export class Alphabet {
  readonly #flags: string;
  readonly #sets: { readonly letter: string | null; readonly pattern: RegExp }[] = [];
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

/** A step of a search at a position of the text. */
type Step =
  | { readonly kind: "accept" }
  | { readonly kind: "fail" }
  /** A letter of the set, then `next`. */
  | { readonly kind: "set"; readonly set: number; readonly next: number }
  /** `first`, or where that comes to nothing `second`. */
  | { readonly kind: "split"; first: number; readonly second: number }
  /** Whether a letter of the set is beside the place. */
  | ({
      readonly kind: "beside";
      readonly set: number;
      readonly behind: boolean;
      readonly negative: boolean;
    } & Next)
  /** Whether another program finds something at the place. */
  | ({ readonly kind: "look"; readonly look: number; readonly negative: boolean } & Next);

interface Next {
  readonly next: number;
}

/** The steps of a pattern, or of a lookaround in it. */
export interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
  /** Every step, after those that it leads to without consuming a letter. */
  readonly order: readonly number[];
  /** Whether letters are taken towards the start of the text. */
  readonly behind: boolean;
  /** Whether it depends on more than the consumed letter. */
  readonly sees: boolean;
}

const mostSteps = 5000;
const mostLooks = 16;
const mostClasses = 200;

/**
 * The programs of a pattern: those of its lookarounds, each after those that it uses itself, and last its own.
 *
 * @throws PatternError where they are too many or too large
 */
export function compile(pattern: Node, alphabet: Alphabet): readonly Program[] {
  const looks: Program[] = [];
  const byLook = new Map<string, number>();
  let left = mostSteps;
  const programOf = (node: Node, behind: boolean): Program => {
    const steps = new Steps(behind, alphabet, lookOf, () => {
      if (left-- === 0) throw new PatternError(`it takes more than ${mostSteps} steps`);
    });
    return steps.program(node);
  };
  const lookOf = (look: Look): number => {
    const key = `${look.behind ? "<" : ""}${look.source}`;
    const known = byLook.get(key);
    if (known !== undefined) return known;
    looks.push(programOf(look.inner, look.behind));
    if (looks.length > mostLooks) throw new PatternError(`it looks for more than ${mostLooks} things`);
    byLook.set(key, looks.length - 1);
    return looks.length - 1;
  };
  const main = programOf(pattern, false);
  if (alphabet.numClasses > mostClasses)
    throw new PatternError(`it has more than ${mostClasses} classes of characters`);
  return [...looks, main];
}

class Steps {
  readonly #behind: boolean;
  readonly #alphabet: Alphabet;
  readonly #lookOf: (look: Look) => number;
  readonly #count: () => void;
  readonly #steps: Step[] = [];
  readonly #fail: number;

  constructor(behind: boolean, alphabet: Alphabet, lookOf: (look: Look) => number, count: () => void) {
    [this.#behind, this.#alphabet, this.#lookOf, this.#count] = [behind, alphabet, lookOf, count];
    this.#fail = this.#add({ kind: "fail" });
  }

  program(node: Node): Program {
    const accept = this.#add({ kind: "accept" });
    const start = this.#enter(node, accept, accept);
    const sees = this.#steps.some(
      (step) => step.kind === "look" || (step.kind === "beside" && step.behind !== this.#behind),
    );
    return { steps: this.#steps, start, order: orderOf(this.#steps), behind: this.#behind, sees };
  }

  #add(step: Step): number {
    this.#count();
    return this.#steps.push(step) - 1;
  }

  // The first step of a node, from which `next` follows where it took a letter, and `still` where it took none: a repetition
  // ends where a round took none (ECMA-262, RepeatMatcher). So no step leads back to itself without a letter.
  #enter(node: Node, still: number, next: number): number {
    switch (node.kind) {
      case "set": {
        const set = this.#alphabet.add(node.source, node.letter);
        return this.#add({ kind: "set", set, next });
      }
      case "look":
        return this.#look(node, still);
      case "choice": {
        const ways = node.parts.map((part) => this.#enter(part, still, next));
        return ways.reduceRight((second, first) => this.#add({ kind: "split", first, second }));
      }
      case "sequence":
        return this.#sequence(this.#behind ? node.parts : node.parts.toReversed(), still, next);
      case "repeat":
        return this.#repeat(node, still, next);
    }
  }

  #look(node: Look, next: number): number {
    const { inner, behind, negative } = node;
    if (inner.kind !== "set") return this.#add({ kind: "look", look: this.#lookOf(node), negative, next });
    const set = this.#alphabet.add(inner.source, inner.letter);
    return this.#add({ kind: "beside", set, behind, negative, next });
  }

  // From the part that comes last.
  #sequence(parts: readonly Node[], still: number, next: number): number {
    let entry = parts.every(isEmptyable) ? still : next;
    let moved = next;
    for (const part of parts) {
      const plain = this.#enter(part, moved, moved);
      entry = entry === moved ? plain : this.#enter(part, entry, moved);
      moved = plain;
    }
    return entry;
  }

  #repeat(node: Node & { kind: "repeat" }, still: number, next: number): number {
    const { inner, least, most, greedy } = node;
    const split = (body: number, out: number): number =>
      this.#add({ kind: "split", first: greedy ? body : out, second: greedy ? out : body });
    let [entry, moved] = [still, next];
    if (most === Number.POSITIVE_INFINITY) {
      moved = this.#loop(inner, next, greedy);
      entry = still === next ? moved : split(this.#enter(inner, this.#fail, moved), still);
    }
    for (let copy = least; copy < most && most !== Number.POSITIVE_INFINITY; copy++) {
      const body = this.#enter(inner, this.#fail, moved);
      const after = split(body, next);
      [entry, moved] = [still === next ? after : split(body, still), after];
    }
    for (let copy = 0; copy < least; copy++) {
      const plain = this.#enter(inner, moved, moved);
      [entry, moved] = [entry === moved ? plain : this.#enter(inner, entry, moved), plain];
    }
    return entry;
  }

  #loop(inner: Node, next: number, greedy: boolean): number {
    const gate: Step & { kind: "set" | "split" } = { kind: "split", first: next, second: next };
    const at = this.#add(gate);
    const body = this.#enter(inner, this.#fail, at);
    this.#steps[at] = greedy
      ? { kind: "split", first: body, second: next }
      : { kind: "split", first: next, second: body };
    return at;
  }
}

/** Whether a node can match without a letter. */
function isEmptyable(node: Node): boolean {
  switch (node.kind) {
    case "set":
      return false;
    case "look":
      return true;
    case "sequence":
      return node.parts.every(isEmptyable);
    case "choice":
      return node.parts.some(isEmptyable);
    case "repeat":
      return node.least === 0 || isEmptyable(node.inner);
  }
}

function orderOf(steps: readonly Step[]): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(steps.length);
  const visit = (at: number): void => {
    if (seen[at] === 1) return;
    seen[at] = 1;
    const step = steps[at]!;
    if (step.kind === "split") {
      visit(step.first);
      visit(step.second);
    } else if (step.kind === "beside" || step.kind === "look") visit(step.next);
    order.push(at);
  };
  for (let at = 0; at < steps.length; at++) visit(at);
  return order;
}
