import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { setTo } from "../ui/set-to.ts";
import { restore, useNet } from "../ui/stored.ts";
import type en from "./en.json";
import "./masked-words.css";
import { type Guess, look, Readers } from "./readers.ts";
import { type Covered, opening, sentenceOf, sentences } from "./sentences.ts";
import trained from "./trained.json" with { type: "json" };

export { sentenceOf } from "./sentences.ts";

/** The words of a sentence, those that are covered, and the covered place that is asked about. */
interface Shown {
  readonly words: readonly string[];
  readonly masked: ReadonlySet<number>;
  readonly place: number | null;
}

const coveredAt = ({ words, masked }: Covered): Shown => ({
  words,
  masked: new Set([masked]),
  place: masked,
});

/** Covers the place, or asks about it if it is covered, or shows it if it is asked about. */
function tapped({ words, masked, place }: Shown, at: number): Shown {
  if (place !== at) return { words, masked: new Set([...masked, at]), place: at };
  const rest = [...masked].filter((one) => one !== at);
  return { words, masked: new Set(rest), place: rest.at(-1) ?? null };
}

const shownGuesses = 6;

/** Neither 0 nor 100 % unless it is. */
function percent(share: number): string {
  if (share > 0 && share < 0.005) return "<1 %";
  return share < 1 && share >= 0.995 ? ">99 %" : `${Math.round(100 * share)} %`;
}

/** A sentence whose words are covered by a tap: what an encoder expects there, beside a causal model. */
export function Figure({ t, sentence: given }: FigureProps<typeof en>) {
  const readers = useNet(() => restore(new Readers(), trained));
  const more = useMemo(sentences, []);
  const now = useSignal<Shown>(coveredAt(given === undefined ? opening : sentenceOf(given)));
  const { words: sentence, masked, place } = now.value;
  // Without a place, what is asked about is drawn unseen, so that the figure keeps its height.
  const looked = useMemo(() => look(readers, sentence, masked, place ?? 0), [readers, now.value]);
  const answer = sentence[place ?? 0]!;
  const shareOf = (guesses: readonly Guess[]): string =>
    percent(guesses.find(({ word }) => word === answer)!.share);
  const tokens = ["[CLS]", ...sentence.map((word, i) => (masked.has(i) ? "[MASK]" : word)), "[SEP]"];
  const weights = place === null ? tokens.map(() => 0) : looked.weights;
  const attended = tokens
    .map((token, i) => ({ token, weight: weights[i]! }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ token, weight }) => fill(t.token, { token, weight: percent(weight) }))
    .join(t.list);

  const word = (token: string, i: number) => {
    const at = i - 1;
    const shade = { "--weight": weights[i] ?? 0 };
    const original = sentence[at];
    if (original === undefined)
      return (
        <span key={i} class="token special mono" style={shade}>
          {token}
        </span>
      );
    const isMasked = masked.has(at);
    return (
      <button
        key={i}
        type="button"
        class={at === place ? "token mono asked" : "token mono"}
        aria-pressed={isMasked}
        aria-current={at === place ? "true" : undefined}
        aria-label={isMasked ? fill(t.masked, { word: original }) : undefined}
        style={shade}
        onClick={setTo(now, tapped(now.value, at))}
      >
        {token}
      </button>
    );
  };
  return (
    <figure class="fig-masked-words">
      <div class="sentence flow" role="group" aria-label={t.sentence}>
        {tokens.map(word)}
      </div>
      <p class="quiet">{t.attention}</p>
      <div class={place === null ? "models empty" : "models"} aria-hidden={place === null}>
        {(["both", "left"] as const).map((side) => (
          <div key={side} class="guesses" role="group" aria-label={t[side]}>
            <p class="title">{t[side]}</p>
            <ol class="bare">
              {looked[side].slice(0, shownGuesses).map(({ word, share }) => (
                <li key={word} class={word === answer ? "right chosen" : undefined}>
                  <span class="word mono">{word}</span>
                  <span class="track" aria-hidden="true">
                    <span class="bar" style={{ "--share": share }} />
                  </span>
                  <span class="share number">{percent(share)}</span>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <p class="says number" role="status">
        {place === null
          ? t.nothing
          : fill(t.says, { word: answer, both: shareOf(looked.both), left: shareOf(looked.left), attended })}
      </p>
      <button
        type="button"
        data-another
        onClick={() => {
          now.value = coveredAt(more.next().value);
        }}
      >
        {t.another}
      </button>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}
