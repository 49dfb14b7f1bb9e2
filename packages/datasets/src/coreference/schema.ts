import type { Scene } from "./scenes.ts";

/** A sentence with the pronoun "it" and two nouns that it could mean. */
export interface CoreferenceSentence {
  /** The words of the sentence. */
  readonly words: readonly string[];
  /** The position of "it". */
  readonly it: number;
  /** The position of the noun that "it" means. */
  readonly referent: number;
  /** The position of the other noun. */
  readonly other: number;
}

/** Two sentences that differ in one adjective, and with it in what "it" means (Levesque et al. 2012). */
export type WinogradSchema = readonly [CoreferenceSentence, CoreferenceSentence];

/** The forms of a sentence. Each names the scene's two nouns in a different order. */
export const forms = ["active", "converse", "relative", "reason first"] as const;

/** One of {@link forms}. */
export type Form = (typeof forms)[number];

/** The parts of a schema. */
export interface SchemaParts {
  readonly scene: Scene;
  readonly form: Form;
  readonly doer: string;
  readonly other: string;
  readonly ofDoer: string;
  readonly ofOther: string;
  /** Words before the sentence, before the doer, and before the other. */
  readonly opening: readonly string[];
  readonly doerModifiers: readonly string[];
  readonly otherModifiers: readonly string[];
}

/** The two sentences: in the first "it" is the doer, in the second the other. */
export function schemaOf(parts: SchemaParts): WinogradSchema {
  const { doer, other, ofDoer, ofOther } = parts;
  return [sentence(parts, doer, ofDoer), sentence(parts, other, ofOther)];
}

function sentence(parts: SchemaParts, referent: string, adjective: string): CoreferenceSentence {
  const { doer, other } = parts;
  const words = build(parts, adjective);
  return {
    words,
    it: words.indexOf("it"),
    referent: words.indexOf(referent),
    other: words.indexOf(referent === doer ? other : doer),
  };
}

function build(parts: SchemaParts, adjective: string): string[] {
  const { active, converse } = parts.scene;
  const doer = ["the", ...parts.doerModifiers, parts.doer];
  const other = ["the", ...parts.otherModifiers, parts.other];
  const tense = active[0] === "doesn't" ? "is" : "was";
  const reason = ["because", "it", tense, "too", adjective];
  const clauses: Record<Form, string[]> = {
    active: [...doer, ...active, ...other, ...reason],
    converse: [...other, ...converse, ...doer, ...reason],
    relative: ["here", "is", ...other, "that", ...doer, ...active, ...reason],
    "reason first": [...reason, ",", ...doer, ...active, ...other],
  };
  return [...parts.opening, ...clauses[parts.form], "."];
}
