import type { Command } from "./commands.ts";

/** Commands that are mostly numbers, and come by the thousand. */
type Small = Exclude<Command, { readonly kind: "program" | "bundle" }>;

const kinds = ["make", "drop", "write", "run", "replay", "unbundle"] as const;
/** Where messages end: long enough to cost little, short enough for the driver to begin early. */
const fullWords = 1 << 13;
/** Larger writes travel by themselves. */
export const mostInlineWords = 1 << 10;

/** Commands as one array of words, which travels to a worker much faster than objects do. */
export class Encoder {
  #words: Uint32Array<ArrayBuffer> = new Uint32Array(2 * fullWords);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get isFull(): boolean {
    return this.#length >= fullWords;
  }

  add(command: Small): void {
    const words = this.#words;
    words[this.#length++] = kinds.indexOf(command.kind);
    switch (command.kind) {
      case "make":
        words[this.#length++] = command.block;
        // Bytes may be 2³² and more.
        words[this.#length++] = command.bytes / 4;
        return;
      case "drop":
        words[this.#length++] = command.block;
        return;
      case "write":
        words[this.#length++] = command.block;
        this.#list(command.words);
        return;
      case "run":
        words[this.#length++] = command.program;
        this.#list(command.blocks);
        this.#list(command.words);
        for (const n of command.groups) words[this.#length++] = n;
        return;
      case "replay":
        words[this.#length++] = command.bundle;
        words[this.#length++] = command.from;
        words[this.#length++] = command.to;
        return;
      case "unbundle":
        words[this.#length++] = command.bundle;
    }
  }

  #list(list: ArrayLike<number>): void {
    this.#words[this.#length++] = list.length;
    this.#words.set(list, this.#length);
    this.#length += list.length;
  }

  /** Returns and clears the words. */
  take(): Uint32Array<ArrayBuffer> {
    const words = this.#words.slice(0, this.#length);
    this.#length = 0;
    return words;
  }
}

/** Calls `each` with the commands that an {@link Encoder} wrote. */
export function decode(words: Uint32Array, each: (command: Small) => void): void {
  let at = 0;
  const next = (): number => words[at++]!;
  const list = (): Uint32Array => {
    const length = next();
    at += length;
    return words.subarray(at - length, at);
  };
  const command = (): Small => {
    const kind = kinds[next()]!;
    switch (kind) {
      case "make":
        return { kind, block: next(), bytes: next() * 4 };
      case "write":
        return { kind, block: next(), words: list() };
      case "run": {
        const [program, blocks, own] = [next(), [...list()], list()];
        return { kind, program, blocks, words: own, groups: [next(), next(), next()] };
      }
      case "replay":
        return { kind, bundle: next(), from: next(), to: next() };
      case "drop":
        return { kind, block: next() };
      case "unbundle":
        return { kind, bundle: next() };
    }
  };
  while (at < words.length) each(command());
}
