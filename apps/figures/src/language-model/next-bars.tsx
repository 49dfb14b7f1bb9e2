import type { JSX } from "preact";
import type { words } from "./words.ts";
import type { Choice } from "./writer.ts";

interface NextBarsProps {
  readonly choices: readonly Choice[];
  readonly disabled: boolean;
  readonly onChoose: (token: number) => void;
  readonly t: (typeof words)["en"];
}

const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 1 : 0)} %`;

/** The next token's distribution: a button for each token, with the model's probability and the one to draw by. */
export function NextBars({ choices, disabled, onChoose, t }: NextBarsProps): JSX.Element {
  return (
    <div class="bars">
      {choices.map(({ token, word, plain, drawn }) => (
        <button
          key={token}
          type="button"
          class={drawn === 0 ? "bar-row cut" : "bar-row"}
          disabled={disabled}
          onClick={() => onChoose(token)}
        >
          <span class="word">{word}</span>
          <span class="track">
            <span class="drawn" style={{ width: `${100 * drawn}%` }} />
            <span class="plain" style={{ left: `${100 * plain}%` }} />
          </span>
          <span class="share">{percent(drawn)}</span>
          <span class="unseen">{t.byModel(percent(plain))}</span>
        </button>
      ))}
    </div>
  );
}
