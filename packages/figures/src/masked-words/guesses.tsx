import type { JSX } from "preact";
import type { Guess } from "./readers.ts";

/** Neither 0 nor 100 % unless it is. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return "<1 %";
  return share < 1 && share >= 0.995 ? ">99 %" : `${Math.round(100 * share)} %`;
}

interface GuessesProps {
  readonly title: string;
  /** The likeliest first. */
  readonly guesses: readonly Guess[];
  /** The word that is covered. */
  readonly answer: string;
}

const shown = 6;

/** A model's likeliest words as bars; the right one is marked. */
export function Guesses({ title, guesses, answer }: GuessesProps): JSX.Element {
  return (
    <div class="guesses" role="group" aria-label={title}>
      <p class="title">{title}</p>
      <ol class="bare">
        {guesses.slice(0, shown).map(({ word, share }) => (
          <li key={word} class={word === answer ? "right" : undefined}>
            <span class="word">{word}</span>
            <span class="track" aria-hidden="true">
              <span class="bar" style={{ "--share": share }} />
            </span>
            <span class="share number">{percent(share)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
