import type { Word } from "./word.ts";

/** Words of a sentence that belong together, by their places: "the" to "cat", "black" to "cat", "cat" to "sleeps". */
export interface WordRelation {
  /** Of a noun: its determiner or an adjective. Of a verb (or "is" without one): its subject or its object. */
  readonly kind: "determiner" | "adjective" | "subject" | "object";
  /** The place of the word that belongs to the other. */
  readonly dependent: number;
  /** The place of the other: the noun or the verb. */
  readonly head: number;
}

const kinds: readonly {
  readonly kind: WordRelation["kind"];
  readonly dependent: RegExp;
  /** The head's key, after the common prefix. */
  readonly heads: readonly string[];
}[] = [
  { kind: "determiner", dependent: /^(.+\.)determiner$/, heads: ["noun"] },
  { kind: "adjective", dependent: /^(.+\.)adjective\d+$/, heads: ["noun"] },
  { kind: "subject", dependent: /^(|.+\.relative\.)subject(?:\.noun)?$/, heads: ["verb", "copula"] },
  { kind: "object", dependent: /^(|.+\.relative\.)object(?:\.noun)?$/, heads: ["verb"] },
];

/** The relations of a realized sentence, in the order of their dependents. A noun is not linked to the verb of its own relative clause. */
export function relationsOf(words: readonly Word[]): WordRelation[] {
  const places = new Map(words.map(({ is }, i) => [is[0], i]));
  return words.flatMap(({ is: [meaning = ""] }, dependent) =>
    kinds.flatMap(({ kind, dependent: form, heads }) => {
      const shared = form.exec(meaning)?.[1];
      if (shared === undefined) return [];
      // The clause that no other contains has the name "main".
      const before = shared === "" ? "main." : shared;
      const head = heads.map((name) => places.get(before + name)).find((place) => place !== undefined);
      return head === undefined ? [] : [{ kind, dependent, head }];
    }),
  );
}
