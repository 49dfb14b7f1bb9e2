import { preprocessNmt } from "@saccade/datasets";
import { bleu, predictSeq2Seq } from "@saccade/models";
import type { Session } from "./session.ts";
import type { Translation } from "./show.ts";
import { splitWords } from "./split-words.ts";

// The sentences that the seeds translate at the end.
const usual = ["go .", "i lost .", "he's calm .", "i'm home ."];

/** Translates the sentences asked for, or else some that the training data know. */
export function translate(session: Session, sentences: readonly string[]): Translation[] {
  const references = knownTranslations(session);
  const { settings, data } = session;
  const prepared = sentences.map((text) => splitWords(preprocessNmt(text), settings.grammar, data.srcVocab));
  const chosen = sentences.length > 0 ? prepared : usualSentences(references);
  return chosen.map((source) => translateOne(session, source, references.get(source) ?? []));
}

function translateOne(
  { net, data, settings }: Session,
  source: string,
  references: readonly string[],
): Translation {
  const numSteps = settings.length;
  const { translation, tokens, sourceTokens, weights, unknown } = predictSeq2Seq(
    net,
    source,
    data.srcVocab,
    data.tgtVocab,
    {
      numSteps,
    },
  );
  const scores = references.map((reference) => bleu(translation, reference, 2));
  return {
    source,
    sourceTokens,
    text: translation,
    tokens,
    weights,
    unknown,
    bleu: scores.length > 0 ? Math.max(...scores) : null,
  };
}

/** Of the training pairs, or of a grammar's pairs held out. */
function knownTranslations({ data, grammar }: Session): Map<string, string[]> {
  const pairs =
    grammar?.split.test ?? data.pairs.source.map((source, i) => ({ source, target: data.pairs.target[i]! }));
  const known = new Map<string, string[]>();
  for (const { source, target } of pairs) {
    const text = source.join(" ");
    known.set(text, [...(known.get(text) ?? []), target.join(" ")]);
  }
  return known;
}

// The seeds' sentences where the data have them; else some from all over the data.
function usualSentences(references: ReadonlyMap<string, readonly string[]>): string[] {
  const found = usual.filter((sentence) => references.has(sentence));
  if (found.length >= 3) return found;
  const all = [...references.keys()];
  return [0.1, 0.35, 0.6, 0.85]
    .map((part) => all[Math.floor(part * all.length)]!)
    .filter((x, i, list) => list.indexOf(x) === i);
}
