import { fill } from "../messages.ts";
import { useRoving } from "../ui/use-roving.ts";
import type { Choice } from "./sampling.ts";
import "./drawings.css";

/** A bar's text for screen readers: the model's probability, and the one that a token is drawn with. */
export interface BarTexts {
  readonly drawnShare: string;
  readonly cut: string;
}

interface NextBarsProps {
  /** The likeliest first. */
  readonly choices: readonly Choice[];
  readonly texts: BarTexts;
  readonly onChoose: (choice: Choice) => void;
  readonly disabled?: boolean;
}

/**
 * The next token's distribution, a button for each token. A line has the model's probability, a bar the one in sampling; of
 * a token that is cut, the bar before the cut is left, faded.
 */
export function NextBars({ choices, texts, onChoose, disabled = false }: NextBarsProps) {
  const group = useRoving("button");
  return (
    <ol class="next-bars bare" ref={group}>
      {choices.map((choice) => {
        const { token, text, plain, tempered, drawn } = choice;
        const isCut = drawn === 0;
        return (
          <li key={token}>
            <button
              type="button"
              class={isCut ? "bar-row cut" : "bar-row"}
              disabled={disabled}
              onClick={() => onChoose(choice)}
            >
              <span class="token mono">{text}</span>
              <span class="track" aria-hidden="true">
                <span class="bar" style={{ width: `${100 * (isCut ? tempered : drawn)}%` }} />
                <span class="model" style={{ left: `${100 * plain}%` }} />
              </span>
              <span class="share number" aria-hidden="true">
                {percent(drawn)}
              </span>
              <span class="unseen">
                {" "}
                {fill(isCut ? texts.cut : texts.drawnShare, { drawn: percent(drawn), plain: percent(plain) })}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export function percent(share: number): string {
  if (share === 0) return "0 %";
  return share < 0.001 ? "<0.1 %" : `${(100 * share).toFixed(1)} %`;
}
