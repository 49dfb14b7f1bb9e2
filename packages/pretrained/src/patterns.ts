/** Counted repetitions up to this are tried in no time; larger ones count as endless. */
const fewTimes = 16;
const longestPattern = 20_000;
const deepest = 50;

/** A part of a regular expression. */
interface Node {
  /** Whether it can match texts of several lengths. */
  readonly varies: boolean;
  /** How many endless repetitions one way through it has. */
  readonly endless: number;
  /** The literal character that it begins with; null where that is not known. */
  readonly first: string | null;
}

class Refusal extends Error {}

/**
 * Why a regular expression of a file may take time that grows exponentially, or as a high power, with the text: JavaScript
 * backtracks, and has no limit of time. null for one that does not. Repetitions inside repetitions are refused, and so are
 * repeated alternatives that may begin alike, references to groups, and more than `maxEndless` endless repetitions in a row. The
 * check is conservative; the patterns of known tokenizers pass.
 */
export function slowPattern(source: string, maxEndless: number): string | null {
  if (source.length > longestPattern) return `it has more than ${longestPattern} characters`;
  try {
    const { endless } = new PatternReader(source).alternatives(0);
    return endless > maxEndless ? `it has ${endless} endless repetitions in a row` : null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

class PatternReader {
  readonly #source: string;
  #at: number = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Alternatives, to the end of the group or of the pattern. */
  alternatives(depth: number): Node & { readonly alike: boolean } {
    if (depth > deepest) throw new Refusal(`its groups are nested more than ${deepest} deep`);
    const parts: Node[] = [this.#sequence(depth)];
    while (this.#source[this.#at] === "|") {
      this.#at++;
      parts.push(this.#sequence(depth));
    }
    const firsts = parts.map(({ first }) => first);
    const known = firsts.every((first) => first !== null) && new Set(firsts).size === firsts.length;
    return {
      varies: parts.length > 1 || parts[0]!.varies,
      endless: Math.max(...parts.map(({ endless }) => endless)),
      first: parts.length === 1 ? firsts[0]! : null,
      alike: parts.length > 1 && !known,
    };
  }

  #sequence(depth: number): Node {
    let [varies, endless, first, count] = [false, 0, null as string | null, 0];
    while (this.#at < this.#source.length && !"|)".includes(this.#source[this.#at]!)) {
      const node = this.#term(depth);
      if (count++ === 0) first = node.first;
      varies ||= node.varies;
      endless += node.endless;
    }
    return { varies, endless, first };
  }

  #term(depth: number): Node {
    const start = this.#at;
    const mark = this.#source[this.#at]!;
    const group = mark === "(" ? this.#group(depth) : null;
    const inner = group ?? { ...this.#atom(mark), alike: false, repeated: false };
    const most = this.#quantifier();
    if (most === null) return inner;
    const [least, largest] = most;
    const times = largest > fewTimes ? 1 : 0;
    if (
      largest > 1 &&
      (inner.varies || inner.endless > 0) &&
      (inner.endless > 0 || inner.alike || inner.repeated)
    )
      throw new Refusal(
        `it repeats ${JSON.stringify(this.#source.slice(start, Math.min(this.#at, start + 60)))}, which can match one text in many ways`,
      );
    return {
      varies: inner.varies || least !== largest,
      endless: inner.endless + times,
      first: least === 0 ? null : inner.first,
    };
  }

  // Whether a quantifier that varies stands inside, as in (a?b).
  #group(depth: number): Node & { alike: boolean; repeated: boolean } {
    this.#at++;
    const kind = /^(?:\?(?:[imsxnu-]*:|[=!>]|<[=!]|<[A-Za-z_]\w*>|P<\w+>|[imsx-]+\)|#))?/.exec(
      this.#source.slice(this.#at, this.#at + 100),
    )?.[0];
    this.#at += kind?.length ?? 0;
    if (kind?.endsWith(")")) return { varies: false, endless: 0, first: null, alike: false, repeated: false };
    const from = this.#at;
    const inner = this.alternatives(depth + 1);
    const text = this.#source.slice(from, this.#at);
    // A choice between whole words is no repetition.
    const plain = text
      .replace(/\\./g, "")
      .replace(/\(\?[a-z:=!<>-]*/g, "")
      .replace(/\{(\d+)\}/g, "");
    if (this.#source[this.#at] === ")") this.#at++;
    const looks = /^\?<?[=!]$/.test(kind ?? "");
    return { ...inner, first: looks ? null : inner.first, repeated: /[?*+}]/.test(plain) && inner.varies };
  }

  #atom(mark: string): Node {
    const plain = { varies: false, endless: 0, first: null };
    if (mark === "[") {
      this.#skipClass();
      return plain;
    }
    if (mark !== "\\") {
      this.#at++;
      return { ...plain, first: /[.^$]/.test(mark) ? null : mark };
    }
    const escaped = /^\\(?:[pP]\{[^}]*\}|[xu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])?/.exec(
      this.#source.slice(this.#at, this.#at + 100),
    )![0];
    this.#at += escaped.length;
    if (/^\\[1-9kg]/.test(escaped)) throw new Refusal("it refers to what a group matched");
    return { ...plain, first: /^\\[^\w]$/.test(escaped) ? escaped[1]! : null };
  }

  // A "]" that comes first is no end; classes inside classes are Oniguruma's.
  #skipClass(): void {
    this.#at++;
    if (this.#source[this.#at] === "^") this.#at++;
    if (this.#source[this.#at] === "]") this.#at++;
    while (this.#at < this.#source.length && this.#source[this.#at] !== "]")
      this.#at += this.#source[this.#at] === "\\" ? 2 : 1;
    this.#at++;
  }

  /** How often at least and at most; null for once. Lazy and possessive ones count alike. */
  #quantifier(): readonly [number, number] | null {
    const rest = this.#source.slice(this.#at, this.#at + 40);
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\}|\{,(\d+)\})[?+]?/.exec(rest);
    if (found === null) return null;
    this.#at += found[0].length;
    if (/^[*+?{]/.test(this.#source.slice(this.#at, this.#at + 1))) {
      if (this.#quantifier() !== null) throw new Refusal("it repeats a repetition");
    }
    const [, mark, least, comma, most, upTo] = found;
    if (mark !== undefined) return [mark === "+" ? 1 : 0, mark === "?" ? 1 : Number.POSITIVE_INFINITY];
    if (upTo !== undefined) return [0, Number(upTo)];
    if (comma === "") return [Number(least), Number(least)];
    return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }
}
