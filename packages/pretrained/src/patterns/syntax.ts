/** A part of a regular expression that affects which texts match; groups capture nothing. */
export type Node =
  /** One character of a set: a letter, a class, an escape. `letter` is set where it can be only one. */
  | { readonly kind: "set"; readonly source: string; readonly letter: string | null }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Node[] }
  | ({ readonly kind: "repeat"; readonly inner: Node; readonly least: number; readonly most: number } & Greed)
  | Look;

interface Greed {
  readonly greedy: boolean;
}

/** A lookahead or lookbehind. */
export interface Look {
  readonly kind: "look";
  readonly inner: Node;
  /** Lookarounds with the same source are identical. */
  readonly source: string;
  readonly behind: boolean;
  readonly negative: boolean;
}

/** A pattern that cannot be searched for in linear time, or only with too much memory; the message explains why. */
export class PatternError extends Error {
  override readonly name: string = "PatternError";
}

export const longestPattern = 20_000;
const deepest = 50;
/** Repetitions are counted by copies. */
const mostCopies = 1000;

const anything = set("[\\s\\S]");
const start = look(anything, true, true);
const end = look(anything, false, true);
const word = set("\\w");
const boundary = wordBeside(false);
const noBoundary = wordBeside(true);

/** A word on both sides or on neither; or on just one. */
function wordBeside(same: boolean): Node {
  const parts = [true, false].map((none) =>
    sequence([look(word, true, none), look(word, false, none === same)]),
  );
  return { kind: "choice", parts };
}

/**
 * Reads a pattern that `RegExp` has accepted.
 *
 * @throws PatternError for references to groups, which no engine finds in linear time, and for patterns that are very large
 */
export function readPattern(source: string): Node {
  if (source.length > longestPattern) throw new PatternError(`it has more than ${longestPattern} characters`);
  return new Reader(source).choice(0);
}

class Reader {
  readonly #source: string;
  #at: number = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Alternatives, to the end of the group or of the pattern. */
  choice(depth: number): Node {
    if (depth > deepest) throw new PatternError(`its groups are nested more than ${deepest} deep`);
    const parts = [this.#sequence(depth)];
    while (this.#take("|")) parts.push(this.#sequence(depth));
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(depth: number): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#source[this.#at]!))
      parts.push(this.#repeated(this.#term(depth)));
    return parts.length === 1 ? parts[0]! : sequence(parts);
  }

  #term(depth: number): Node {
    if (this.#take("^")) return start;
    if (this.#take("$")) return end;
    if (this.#take("\\b")) return boundary;
    if (this.#take("\\B")) return noBoundary;
    if (this.#take("(")) return this.#group(depth);
    const source = this.#match(/\[(?:[^\]\\]|\\[\s\S])*\]/y) ?? this.#escape() ?? this.#match(/[\s\S]/uy)!;
    return set(source);
  }

  #escape(): string | null {
    if (this.#source[this.#at] !== "\\") return null;
    if (this.#match(/\\(?:[1-9]|k(?=<))/y) !== null)
      throw new PatternError("it refers to what a group matched");
    const pair = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/y;
    return (
      this.#match(pair) ??
      this.#match(/\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[\s\S])/uy)
    );
  }

  #group(depth: number): Node {
    const from = this.#at;
    const kind = this.#match(/\?(?:<?[=!]|:|<[^>]*>)/y) ?? "";
    if (kind === "" && this.#source[this.#at] === "?")
      throw new PatternError(
        `it has a group of another kind, ${JSON.stringify(this.#source.slice(from - 1, from + 9))}`,
      );
    const inner = this.choice(depth + 1);
    const source = this.#source.slice(from + kind.length, this.#at);
    this.#take(")");
    if (!/[=!]$/.test(kind)) return inner;
    return { kind: "look", inner, source, behind: kind.includes("<"), negative: kind.endsWith("!") };
  }

  #repeated(inner: Node): Node {
    const found = this.#match(/[*+?]|\{\d+(?:,\d*)?\}/y);
    if (found === null) return inner;
    const [least, most] = timesOf(found);
    if (Math.max(least, most === Number.POSITIVE_INFINITY ? 0 : most) > mostCopies)
      throw new PatternError(`it counts to more than ${mostCopies}`);
    return { kind: "repeat", inner, least, most, greedy: !this.#take("?") };
  }

  #take(text: string): boolean {
    const found = this.#source.startsWith(text, this.#at);
    if (found) this.#at += text.length;
    return found;
  }

  #match(sticky: RegExp): string | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#source)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }
}

function timesOf(quantifier: string): [least: number, most: number] {
  const [least, most = least] = quantifier.slice(1, -1).split(",");
  if (least !== "") return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  return [quantifier === "+" ? 1 : 0, quantifier === "?" ? 1 : Number.POSITIVE_INFINITY];
}

function set(source: string): Node {
  const escaped = /^\\([^\w])$/.exec(source)?.[1];
  return { kind: "set", source, letter: escaped ?? (/^[^.\\[]/.test(source) ? source : null) };
}

function sequence(parts: readonly Node[]): Node {
  return { kind: "sequence", parts };
}

function look(inner: Node, behind: boolean, negative: boolean): Node {
  return { kind: "look", inner, source: "", behind, negative };
}
