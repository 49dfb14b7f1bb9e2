import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../app/shell.ts";
import "./challenges.css";
import { uiWords } from "./words.ts";

/** A question about the page, to be answered before one looks. */
export interface Challenge {
  readonly question: string;
  readonly choices: readonly string[];
  /** The index of the right choice. */
  readonly right: number;
  /** Why it is right; shown once the reader has chosen. */
  readonly answer: string;
  /** Sets the page so that the answer can be seen. */
  readonly show?: () => void;
}

/** Questions of a page: the reader predicts, then sees. */
export function Challenges({ items }: { readonly items: readonly Challenge[] }): JSX.Element {
  const t = useWords(uiWords);
  return (
    <section class="challenges">
      <h2>{t.challenges}</h2>
      <ol>
        {items.map((item, i) => (
          <One key={i} item={item} />
        ))}
      </ol>
    </section>
  );
}

/** The right choice is marked once the reader has chosen, and so is a wrong one that was chosen. */
function markOf({ right }: Challenge, chosen: number | undefined, choice: number): string | undefined {
  if (chosen === undefined) return undefined;
  if (choice === right) return "right";
  return choice === chosen ? "wrong" : undefined;
}

function One({ item }: { readonly item: Challenge }): JSX.Element {
  const t = useWords(uiWords);
  const [chosen, choose] = useState<number | undefined>(undefined);
  const isRight = chosen === item.right;
  return (
    <li>
      <fieldset>
        <legend>{item.question}</legend>
        {item.choices.map((choice, i) => (
          <button
            key={i}
            type="button"
            aria-pressed={chosen === i}
            class={markOf(item, chosen, i)}
            onClick={() => choose(i)}
          >
            {choice}
          </button>
        ))}
      </fieldset>
      <div role="status">
        {chosen !== undefined && (
          <p>
            <strong class={isRight ? "right" : "wrong"}>{isRight ? t.right : t.wrong}</strong> {item.answer}
          </p>
        )}
      </div>
      {chosen !== undefined && item.show !== undefined && (
        <button type="button" onClick={item.show}>
          {t.show}
        </button>
      )}
    </li>
  );
}
