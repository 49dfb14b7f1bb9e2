import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Choice } from "./calls.ts";
import { words } from "./words.ts";

interface BarsProps {
  readonly choices: readonly Choice[];
  /** Called for a token that is pressed; without it, tokens are not buttons. */
  readonly onChoose?: (choice: Choice) => void;
  readonly disabled?: boolean;
}

/** Tokens and their probabilities. */
export function Bars({ choices, onChoose, disabled = false }: BarsProps): JSX.Element {
  return (
    <ol class="bars">
      {choices.map((choice) => (
        <li key={choice.token}>
          {onChoose === undefined ? (
            <div class="bar-row">
              <Bar choice={choice} />
            </div>
          ) : (
            <button
              type="button"
              class={choice.drawn === 0 ? "bar-row cut" : "bar-row"}
              disabled={disabled}
              onClick={() => onChoose(choice)}
            >
              <Bar choice={choice} />
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

function Bar({ choice: { text, plain, tempered, drawn } }: { readonly choice: Choice }): JSX.Element {
  const t = useWords(words);
  const isCut = drawn === 0;
  return (
    <>
      <span class="token">{text}</span>
      <span class="track" aria-hidden="true">
        <span class="bar" style={{ width: `${100 * (isCut ? tempered : drawn)}%` }} />
        <span class="model" style={{ left: `${100 * plain}%` }} />
      </span>
      <span class="share" aria-hidden="true">
        {percent(drawn)}
      </span>
      <span class="unseen">
        {" "}
        {isCut ? t.cut(percent(plain)) : t.drawnShare(percent(drawn), percent(plain))}
      </span>
    </>
  );
}

export function percent(share: number): string {
  if (share === 0) return "0 %";
  return share < 0.001 ? "<0.1 %" : `${(100 * share).toFixed(1)} %`;
}
