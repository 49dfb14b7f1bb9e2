import { markOf } from "@saccade/figures/mark-of";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { shellWords, useWords } from "../app/shell.ts";
import { Button } from "./button.tsx";
import "./challenges.css";

/** A question about the page, to be answered before one looks. It is one of the page's messages. */
export interface Question {
  readonly question: string;
  readonly choices: readonly string[];
  /** The index of the right choice. */
  readonly right: number;
  /** Why it is right; shown once the reader has chosen. */
  readonly answer: string;
}

interface ChallengesProps {
  readonly questions: readonly Question[];
  /** Of each question, in order: sets the page so that its answer can be seen. Default: none, where the page shows it anyway. */
  readonly shows?: readonly (() => void)[];
}

/** Questions of a page: the reader predicts, then sees. */
export function Challenges({ questions, shows = [] }: ChallengesProps): JSX.Element {
  const t = useWords(shellWords);
  return (
    <section class="challenges">
      <h2>{t.challenges}</h2>
      <ol class="bare">
        {questions.map((question, i) => (
          <One key={i} question={question} show={shows[i]} />
        ))}
      </ol>
    </section>
  );
}

interface OneProps {
  readonly question: Question;
  readonly show: (() => void) | undefined;
}

function One({ question: item, show }: OneProps): JSX.Element {
  const t = useWords(shellWords);
  const [chosen, choose] = useState<number | undefined>(undefined);
  const isRight = chosen === item.right;
  return (
    <li>
      <fieldset class="ask flow">
        <legend>{item.question}</legend>
        {item.choices.map((choice, i) => (
          <Button
            key={i}
            aria-pressed={chosen === i}
            class={markOf(item.right, chosen, i)}
            text={choice}
            onClick={() => choose(i)}
          />
        ))}
      </fieldset>
      <div role="status">
        {chosen !== undefined && (
          <p>
            <strong class={isRight ? "right" : "wrong"}>{isRight ? t.right : t.wrong}</strong> {item.answer}
          </p>
        )}
      </div>
      {chosen !== undefined && show !== undefined && <Button text={t.show} onClick={show} />}
    </li>
  );
}
