import type { Pronoun } from "./sentence.ts";

/** A pronoun in the three languages. */
export interface PronounForms {
  /** Subject, object, owner. */
  readonly en: readonly [subject: string, object: string, owner: string];
  /** Subject and object. */
  readonly fr: readonly [subject: string, object: string];
  /** The owner of something masculine, feminine, of several things. */
  readonly owner: readonly [masculine: string, feminine: string, plural: string];
  readonly zh: string;
}

/** The forms of each pronoun. */
export const pronouns: Readonly<Record<Pronoun, PronounForms>> = {
  i: { en: ["i", "me", "my"], fr: ["je", "me"], owner: ["mon", "ma", "mes"], zh: "我" },
  you: { en: ["you", "you", "your"], fr: ["tu", "te"], owner: ["ton", "ta", "tes"], zh: "你" },
  he: { en: ["he", "him", "his"], fr: ["il", "le"], owner: ["son", "sa", "ses"], zh: "他" },
  she: { en: ["she", "her", "her"], fr: ["elle", "la"], owner: ["son", "sa", "ses"], zh: "她" },
  we: { en: ["we", "us", "our"], fr: ["nous", "nous"], owner: ["notre", "notre", "nos"], zh: "我们" },
  they: { en: ["they", "them", "their"], fr: ["ils", "les"], owner: ["leur", "leur", "leurs"], zh: "他们" },
};
