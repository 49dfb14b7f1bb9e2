import type { JSX } from "preact";
import { half, letters } from "./net.ts";

interface LettersProps {
  readonly ids: readonly number[];
  /** The letter that is predicted after each. */
  readonly guesses: readonly number[];
  /** Of the query, one for each letter. */
  readonly weights: readonly number[];
  readonly query: number;
  readonly onQuery: (position: number) => void;
  readonly label: string;
  readonly guessed: (letter: string) => string;
  /** The letter that looks, the one that it gives most to, and how much. */
  readonly says: (letter: string, key: string, weight: number) => string;
}

/** The sequence, its second half below the first: a letter, shaded by the attention that it gets, and what was predicted. */
export function Letters(props: LettersProps): JSX.Element {
  const { ids, guesses, weights, query, onQuery, label, guessed, says } = props;
  const letterAt = (position: number): string => letters[ids[position]!]!;
  const most = weights.indexOf(Math.max(...weights));
  const place = (position: number): JSX.Element => {
    // The prediction from the letter before; the first letter of the second half cannot be predicted.
    const guess = position > half ? guesses[position - 1] : undefined;
    const isRight = guess === ids[position];
    const shade = { "--weight": weights[position] ?? 0 };
    if (position < half)
      return (
        <span key={position} class="letter" style={shade}>
          {letterAt(position)}
        </span>
      );
    return (
      <button
        key={position}
        type="button"
        class="letter"
        aria-pressed={position === query}
        style={shade}
        onClick={() => onQuery(position)}
      >
        {letterAt(position)}
        {guess !== undefined && (
          <span class={isRight ? "guess right" : "guess wrong"} title={guessed(letters[guess]!)}>
            {isRight ? "✓" : letters[guess]}
          </span>
        )}
      </button>
    );
  };
  const positions = ids.map((_, i) => i);
  return (
    <div class="letters" role="group" aria-label={label}>
      <div class="row">{positions.slice(0, half).map(place)}</div>
      <div class="row">{positions.slice(half).map(place)}</div>
      <p class="number">{says(letterAt(query), letterAt(most), weights[most]!)}</p>
    </div>
  );
}
