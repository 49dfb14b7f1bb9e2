import { markOf } from "@saccade/figures/mark-of";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { shellWords, useWords } from "../app/shell.ts";

type ButtonProps = Omit<JSX.IntrinsicElements["button"], "type" | "onClick" | "children"> & {
  readonly text: string;
  readonly onClick: () => unknown;
  /** The one that most readers want first. */
  readonly primary?: boolean;
};

/** A button with a text, which submits nothing. */
export function Button({ text, onClick, primary = false, ...others }: ButtonProps): JSX.Element {
  return (
    <button class={primary ? "primary" : undefined} {...others} type="button" onClick={() => void onClick()}>
      {text}
    </button>
  );
}

let queue: Promise<void> = Promise.resolve();

/** Content that can wait: made after the first paint, in a separate task, so that no task is long. */
export function Later({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    let isWanted = true;
    queue = queue.then(nextFrame).then(() => {
      if (isWanted) setDue(true);
    });
    return () => (isWanted = false);
  }, []);
  return <>{isDue && children}</>;
}

/** Resolves once what there is has been painted. A tab that is not shown has no frames: then soon. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      setTimeout(resolve);
    };
    const timer = setTimeout(done, 200);
    const frame = requestAnimationFrame(done);
  });
}

interface RunStatusProps {
  /** Of the run, such as "running". */
  readonly status: string;
  readonly text: string;
  /** What went wrong; empty for nothing. */
  readonly problem: string;
}

/** How far a run of training is, and what went wrong. */
export function RunStatus({ status, text, problem }: RunStatusProps): JSX.Element {
  return (
    <>
      <p class="number status" data-status={status}>
        {text}
      </p>
      {/* Spoken when it rests: a line for each step would never end. */}
      <p class="unseen" role="status">
        {status === "running" ? "" : text}
      </p>
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

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
