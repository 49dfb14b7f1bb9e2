import type { JSX } from "preact";

interface WeighedSentenceProps {
  readonly words: readonly string[];
  readonly weights: readonly number[];
  /** The word that looks. */
  readonly from: number;
  readonly label: string;
}

/** A sentence in words that are coloured, and numbered, by their weight. */
export function WeighedSentence({ words, weights, from, label }: WeighedSentenceProps): JSX.Element {
  return (
    <div class="sentence" role="img" aria-label={label}>
      {words.map((word, i) => {
        const weight = weights[i] ?? 0;
        return (
          <span
            key={i}
            class={i === from ? "word from" : "word"}
            style={{ "--weight": `${Math.round(45 * weight)}%` }}
          >
            {word}
            <small>{weight < 0.005 ? " " : weight.toFixed(2)}</small>
          </span>
        );
      })}
    </div>
  );
}
