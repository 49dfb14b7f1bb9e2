import type { Look } from "./calls.ts";
import { animals, type Noun, places } from "./lexicon.ts";
import { parse } from "./parse.ts";
import type { Texts } from "./words.ts";

/** The grammar's verdict on a translation; "unknown" for a sentence that the grammar does not have. */
export type Verdict =
  | { readonly kind: "right" | "unknown" }
  | { readonly kind: "wrong"; readonly wanted: readonly string[] };

type Shown = Pick<Look, "ask" | "target">;

export function verdictOf({ ask, target }: Shown): Verdict {
  const pair = parse(ask.sentence);
  if (pair === null) return { kind: "unknown" };
  return [...pair.target, "<eos>"].join(" ") === target.join(" ")
    ? { kind: "right" }
    : { kind: "wrong", wanted: pair.target };
}

/** Notes on the translation that is shown; empty for a right one with positions. */
export function saidOf(t: Texts, look: Shown): string {
  const verdict = verdictOf(look);
  const { positions } = look.ask;
  if (positions === "on" && verdict.kind === "right") return "";
  const judged =
    verdict.kind === "wrong" ? t.verdicts.wrong(french(verdict.wanted)) : t.verdicts[verdict.kind];
  return positions === "on" ? judged : `${t.positionsAre[positions]} ${t.anyOrder} ${judged}`;
}

/** The page's question about the sentence that is shown. */
export function leadOf(t: Texts, { ask }: Pick<Look, "ask">): string {
  const named = [...new Set(ask.sentence)].flatMap((word) => {
    const noun = [...animals, ...places].find(({ en }) => en === word);
    return noun === undefined ? [] : [noun];
  });
  const [first, second] = named;
  const asks = ask.sentence.includes("it") && named.length === 2;
  if (!asks || first === undefined || second === undefined) return t.lead;
  const pronouns = [first, second].map(pronounOf) as [string, string];
  return pronouns[0] === pronouns[1]
    ? t.leadAlike(first.en, second.en, pronouns[0])
    : t.leadAsks([first.en, pronouns[0]], [second.en, pronouns[1]]);
}

/** French words as one writes them. */
export function french(words: readonly string[]): string {
  return words
    .filter((word) => word !== "<eos>")
    .reduce(
      (text, word) => (text === "" || text.endsWith("'") || word === "." ? text + word : `${text} ${word}`),
      "",
    );
}

function pronounOf({ gender }: Noun): string {
  return gender === "m" ? "il" : "elle";
}
