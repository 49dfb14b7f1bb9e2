import results from "@saccade/examples/arena-results" with { type: "json" };
import type { TrialResult } from "@saccade/examples/arena-trials";
import { fill, grouped, percent } from "@saccade/figures/messages";
import { Choice, Curves, Slider, Table, useReducedMotion } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { useShell, useWords } from "../../app/shell.ts";
import { Button } from "../../ui/button.tsx";
import { Challenges } from "../../ui/challenges.tsx";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { RunStatus } from "../../ui/run-status.tsx";
import { mixers, taskNames } from "./calls.ts";
import { words } from "./messages/index.ts";
import { Arena } from "./model.ts";
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
      <div class="mixers">
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
  const { reel, seed, sides } = model;
  const status = model.status.value;
  const still = useReducedMotion();
  useEffect(() => {
    if (status === "shipped" && !still) reel.introduce();
  }, [status, still, reel]);
  const at = reel.value;
  const names = sides.map(({ mixer }) => t.mixers[mixer.value]);
  const shares = sides.map(({ frames }) => frames.value[at]?.share);
  const said = shares.map((share) => (share === undefined ? "–" : percent(share)));
  const [leftSteps, rightSteps] = sides.map(({ step }) => step.value);
  const longest = sides.map(({ frames }) => frames.value).sort((a, b) => b.length - a.length)[0]!;
  const title = fill(t.curvesLabel, {
    ...{ left: names[0], leftShare: said[0], right: names[1], rightShare: said[1] },
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
        <Button
          text={t.anotherSeed}
          onClick={() => {
            seed.value = (seed.peek() + 1) % 100;
          }}
        />
      </div>
      <RunStatus
        status={status}
        text={fill(t.progress, {
          ...{ status: t.status[status], seed: seed.value, left: leftSteps, right: rightSteps },
          steps: model.steps.value,
        })}
        problem={model.problem.value}
      />
      <div data-figure="">
        <h2>{t.curves}</h2>
        <p class="keys flow">
          {sides.map(({ mixer }, i) => (
            <span key={i} class={`swatch ${colours[i]}`}>
              {fill(t.share, { name: names[i], percent: said[i], keeps: t.keeps[mixer.value] })}
            </span>
          ))}
        </p>
        <FigureFrame name="arena" title={title}>
          <Curves
            curves={sides.map(({ frames }, i) => ({
              name: `${colours[i]}`,
              x: frames.value.slice(0, at + 1).map(({ step }) => step),
              y: frames.value.slice(0, at + 1).map(({ share }) => share),
            }))}
            height={150}
            end={model.steps.value}
            label={title}
          />
        </FigureFrame>
        <div class="reel beside">
          <Button
            text={reel.playing.value ? t.stop : t.play}
            disabled={longest.length < 2}
            onClick={() => reel.toggle()}
          />
          <Slider
            label={t.step}
            value={reel}
            min={0}
            max={Math.max(0, longest.length - 1)}
            step={1}
            show={(index) => String(longest[index]?.step ?? 0)}
            disabled={longest.length < 2}
          />
        </div>
      </div>
    </section>
  );
}

/** A sequence, and what both answer where it asks. */
function Answers({ model }: Props): JSX.Element {
  const t = useWords(words);
  const task = model.task.value;
  const { sequence, places } = useMemo(() => shownOf(task), [task]);
  const frames = model.sides.map(({ frames }) => frames.value[model.reel.value]);
  const names = model.sides.map(({ mixer }) => t.mixers[mixer.value]);
  return (
    <section data-figure="">
      <h2>{t.sequence}</h2>
      <p>{t.sequenceText}</p>
      <ol class="tokens bare number">
        {[...sequence.tokens].map((token, i) => {
          const question = places.indexOf(i);
          const wanted = sequence.labels[i]!;
          return (
            <li key={i} class={question < 0 ? undefined : "asks"}>
              <span class="mono">{textOf(task, token)}</span>
              {question >= 0 &&
                frames.map((frame, side) => {
                  const answer = frame?.answers[question];
                  const isRight = answer === wanted;
                  return (
                    <span
                      key={side}
                      class={`answer mono way ${colours[side]} ${answer === undefined ? "" : isRight ? "right" : "wrong"}`}
                      title={`${names[side]}: ${answer === undefined ? "–" : textOf(task, answer)}, ${textOf(task, wanted)}`}
                    >
                      {answer === undefined ? "–" : textOf(task, answer)}
                      {answer !== undefined && (isRight ? "✓" : "✗")}
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
  const rows = trials.flatMap((trial) =>
    Object.entries(trial.tests).map(([test, { asked, wrong }]) => {
      const shares = wrong.map((one) => 1 - one / asked).sort((a, b) => a - b);
      const range = `${percent(shares[0]!)} … ${percent(shares.at(-1)!)}`;
      const { parameters, kept, ms } = trial;
      return {
        head: fill(t.tested, {
          mixer: t.mixers[trial.mixer as keyof typeof t.mixers],
          test: t.tests[test as keyof typeof t.tests],
        }),
        cells: [range, grouped(parameters), grouped(kept), ms.toFixed(0)],
      };
    }),
  );
  if (trials.length === 0) return null;
  return (
    <section>
      <h2>{t.seeds}</h2>
      <p>{fill(t.seedsText, { steps: trials[0]!.steps })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="scroll" tabIndex={0} role="region" aria-label={t.seeds}>
        <Table
          label={t.seeds}
          columns={t.columns}
          rows={rows.map(({ head }) => head)}
          cells={(i) =>
            rows[i]!.cells.map((text, j) => (
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
