import results from "@saccade/examples/arena-results" with { type: "json" };
import type { TrialResult } from "@saccade/examples/arena-trials";
import { fill, grouped, percent } from "@saccade/figures/messages";
import { Choice, Curves, Table, useReducedMotion } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { Button, Challenges, RunStatus } from "../../ui/parts.tsx";
import { ReelControls } from "../../ui/reel-controls.tsx";
import { mixers, taskNames } from "./calls.ts";
import { words } from "./messages/index.ts";
import { Arena, type Side } from "./model.ts";
import { shownOf, textOf } from "./shown.ts";
import "./page.css";

interface Props {
  readonly model: Arena;
}

const colours = ["blue", "orange"] as const;

/** Two mechanisms that learn a task: their curves, and what each answers. */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new Arena(state), [state]);
  const { notice, language } = useShell();
  useEffect(() => {
    notice.value = "";
    return () => {
      if (model.end()) notice.value = words[language.peek()].ended;
    };
  }, [model, notice, language]);
  return (
    <div class="arena">
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <Choice legend={t.task} value={model.task} names={taskNames} labels={t.tasks} />
      <p>{t.rules[model.task.value]}</p>
      <div class="even">
        {model.sides.map(({ mixer }, i) => (
          <Choice
            key={i}
            legend={i === 0 ? t.left : t.right}
            value={mixer}
            names={mixers}
            labels={t.mixers}
          />
        ))}
      </div>
      <Learning model={model} />
      <Answers model={model} />
      <Seeds model={model} />
      <Challenges
        questions={t.questions}
        shows={[
          () => model.choose("recall", "linear", "deltaNet"),
          () => model.choose("parity", "deltaNet", "deltaNet2"),
        ]}
      />
    </div>
  );
}

/** Start and pause, both curves, and a slider through the steps. */
function Learning({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { reel, seed, sides, steps } = model;
  const status = model.status.value;
  const still = useReducedMotion();
  useEffect(() => {
    if (status === "shipped" && !still) reel.introduce();
  }, [status, still, reel]);
  const sideOf = ({ mixer, progress }: Side) => {
    const frames = progress.value.frames.slice(0, reel.value + 1);
    const share = progress.value.frames[reel.value]?.share;
    return {
      name: t.mixers[mixer.value],
      keeps: t.keeps[mixer.value],
      percent: share === undefined ? "–" : percent(share),
      x: frames.map(({ step }) => step),
      y: frames.map(({ share }) => share),
      step: progress.value.step,
    };
  };
  const [left, right] = [sideOf(sides[0]), sideOf(sides[1])];
  const title = fill(t.curvesLabel, {
    ...{ left: left.name, leftShare: left.percent, right: right.name, rightShare: right.percent },
  });
  return (
    <section>
      <div class="buttons">
        <Button
          primary
          text={status === "running" ? t.pause : status === "paused" ? t.goOn : t.train}
          disabled={status === "done"}
          onClick={() => (status === "running" ? model.pause() : model.train())}
        />
        <Button text={t.anotherSeed} onClick={() => (seed.value = (seed.peek() + 1) % 100)} />
      </div>
      <RunStatus
        status={status}
        text={fill(t.progress, {
          ...{ status: t.status[status], seed: seed.value, left: left.step, right: right.step, steps },
        })}
        problem={model.problem.value}
      />
      <div data-figure="">
        <h2>{t.curves}</h2>
        <p class="keys flow">
          {[left, right].map((side, i) => (
            <span key={i} class={`swatch ${colours[i]}`}>
              {fill(t.share, { name: side.name, percent: side.percent, keeps: side.keeps })}
            </span>
          ))}
        </p>
        <FigureFrame name="arena" title={title}>
          <Curves
            curves={[left, right].map(({ x, y }, i) => ({ name: `${colours[i]}`, x, y }))}
            height={150}
            end={steps}
            label={title}
          />
        </FigureFrame>
        <ReelControls reel={reel} steps={model.longest.map(({ step }) => step)} texts={t} />
      </div>
    </section>
  );
}

/** A sequence, and what both answer where it asks. */
function Answers({ model }: Props): JSX.Element {
  const t = useWords(words);
  const task = model.task.value;
  const { sequence, places } = useMemo(() => shownOf(task), [task]);
  return (
    <section data-figure="">
      <h2>{t.sequence}</h2>
      <p>{t.sequenceText}</p>
      <ol class="tokens flow bare number">
        {sequence.tokens.map((token, i) => {
          const question = places.indexOf(i);
          const wanted = textOf(task, sequence.labels[i]!);
          return (
            <li key={i} class={question < 0 ? undefined : "asks"}>
              <span class="mono">{textOf(task, token)}</span>
              {question >= 0 &&
                model.sides.map(({ mixer, progress }, side) => {
                  const answer = progress.value.frames[model.reel.value]?.answers[question];
                  const text = answer === undefined ? "–" : textOf(task, answer);
                  const mark = answer === undefined ? "" : text === wanted ? "right" : "wrong";
                  return (
                    <span
                      key={side}
                      class={`answer mono way ${colours[side]} ${mark}`}
                      title={`${t.mixers[mixer.value]}: ${text}, ${wanted}`}
                    >
                      {text}
                      {mark !== "" && (mark === "right" ? "✓" : "✗")}
                    </span>
                  );
                })}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What three seeds of every mechanism gave at the task: `pnpm arena --all`. */
function Seeds({ model }: Props): JSX.Element | null {
  const t = useWords(words);
  const trials = (results.trials as readonly TrialResult[]).filter(({ task }) => task === model.task.value);
  if (trials.length === 0) return null;
  const rows = trials.flatMap(({ mixer, tests, parameters, kept, ms }) =>
    Object.entries(tests).map(([test, { asked, wrong }]) => {
      const shares = [Math.max, Math.min].map((end) => percent(1 - end(...wrong) / asked));
      const names = {
        mixer: t.mixers[mixer as keyof typeof t.mixers],
        test: t.tests[test as keyof typeof t.tests],
      };
      return [fill(t.tested, names), shares.join(" … "), grouped(parameters), grouped(kept), ms.toFixed(0)];
    }),
  );
  return (
    <section>
      <h2>{t.seeds}</h2>
      <p>{fill(t.seedsText, { steps: trials[0]!.steps })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="scroll" tabIndex={0} role="region" aria-label={t.seeds}>
        <Table
          label={t.seeds}
          columns={t.columns}
          rows={rows.map(([head]) => head)}
          cells={(i) =>
            rows[i]!.slice(1).map((text, j) => (
              <td key={j} class="number">
                {text}
              </td>
            ))
          }
        />
      </div>
    </section>
  );
}
