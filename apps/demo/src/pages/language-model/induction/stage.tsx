import { AttendedLine } from "@saccade/figures/head-maps";
import { headName } from "@saccade/figures/head-name";
import { HeadScores, type Score } from "@saccade/figures/head-scores";
import { fill, wholePercent } from "@saccade/figures/messages";
import { Choice, useReducedMotion, whenNear } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { Button, Challenges, RunStatus } from "../../../ui/parts.tsx";
import { ReelControls } from "../../../ui/reel-controls.tsx";
import { Maps } from "../inside.tsx";
import { layerCounts, type PartProps } from "../settings.ts";
import { half, lastStep, numHeads } from "./calls.ts";
import { bestOf, Induction } from "./induction.ts";
import { inductionWords } from "./messages/index.ts";
import "./induction.css";

interface InductionProps {
  readonly induction: Induction;
}

/** Induction heads as they form: a network that learns repeated tokens, its film, and its heads' switches. */
export function InductionStage({ kept, settings }: PartProps<Induction>): JSX.Element {
  kept.value ??= new Induction(settings);
  const induction = kept.value;
  const t = useWords(inductionWords);
  /** The network of seed 0 at its end, without the best head of a layer. */
  const show = async (
    layers: "1" | "2",
    off?: readonly [number, "previousToken" | "induction"],
  ): Promise<void> => {
    settings.layers.value = layers;
    if (off !== undefined) settings.filmSeed.value = 0;
    document.querySelector(".film")?.scrollIntoView({ block: "center" });
    await induction.learned();
    const frame = induction.frame.peek();
    if (off !== undefined && frame !== null) induction.off.value = [bestOf(frame, ...off)];
  };
  return (
    <div class="induction">
      <Learning induction={induction} />
      <FilmView induction={induction} />
      <Patterns induction={induction} />
      <Challenges
        questions={t.questions}
        shows={[
          () => void show("2", [0, "previousToken"]),
          () => void show("2", [1, "induction"]),
          () => void show("1"),
        ]}
      />
    </div>
  );
}

function Learning({ induction }: InductionProps): JSX.Element {
  const t = useWords(inductionWords);
  const { filmSeed, layers } = induction.settings;
  const status = induction.status.value;
  const running = status === "running";
  const progress = fill(t.progress, { seed: filmSeed.value, step: induction.step.value, last: lastStep });
  return (
    <section class="learning">
      <h2>{t.learnTitle}</h2>
      <div class="buttons">
        <Button
          text={running ? t.pause : status === "paused" ? t.goOn : t.train}
          primary
          disabled={status === "done"}
          onClick={() => (running ? induction.pause() : induction.train())}
        />
        <Button text={t.anotherSeed} onClick={() => (filmSeed.value = (filmSeed.peek() + 1) % 100)} />
        <Choice inline legend={t.layers} value={layers} names={layerCounts} labels={t.layerNames} />
      </div>
      <RunStatus
        status={status}
        text={`${t.status[status]}: ${progress}`}
        problem={induction.problem.value}
      />
      <p class="quiet">
        {fill(t.about, { layers: Number(layers.value), parameters: induction.parameters.value })}
      </p>
    </section>
  );
}

/** The scores of all heads by step, a slider through the steps, and a switch for each head. */
function FilmView({ induction }: InductionProps): JSX.Element {
  const t = useWords(inductionWords);
  const frames = induction.frames.value;
  const at = induction.reel.value;
  const [steps, scores] = useMemo((): [number[], Score[]] => {
    const previous = { name: "orange", values: frames.map(({ previousToken }) => previousToken) };
    const induced = { name: "blue", values: frames.map((frame) => frame.induction) };
    return [frames.map(({ step }) => step), [previous, induced]];
  }, [frames]);
  const scoreOf = (score: "previousToken" | "induction", layer: number, head: number): string =>
    (frames[at]?.[score][layer * numHeads + head] ?? 0).toFixed(2);
  const layers = Number(induction.settings.layers.value);
  const pair = induction.pair.value;
  const paired = pair.map(headName);
  const still = useReducedMotion();
  const section = useRef<HTMLElement>(null);
  const isShipped = induction.status.value === "shipped";
  useEffect(() => {
    if (!isShipped || still || section.current === null) return undefined;
    return whenNear(section.current, () => induction.reel.introduce());
  }, [isShipped, still, induction]);
  return (
    <section class="film" ref={section}>
      <h2>{t.filmTitle}</h2>
      <p>{t.filmText}</p>
      {layers > 1 && (
        <p class="pair says">
          {pair.length === 2 && fill(t.pair, { first: paired[0]!, second: paired[1]! })}
        </p>
      )}
      <ReelControls reel={induction.reel} steps={steps} texts={t} />
      <p class="keys flow" aria-hidden="true">
        <span class="swatch orange">{t.previousToken}</span>
        <span class="swatch blue">{t.induction}</span>
      </p>
      <HeadScores
        {...{ layers, steps, scores, at }}
        heads={numHeads}
        end={lastStep}
        above={(layer, head) => {
          const name = headName({ layer, head });
          return (
            <label class={paired.includes(name) ? "check paired chosen" : "check"} title={name}>
              <input
                type="checkbox"
                aria-label={fill(t.on, { name })}
                checked={!induction.isOff(layer, head)}
                onChange={() => induction.toggle({ layer, head })}
              />
              <span aria-hidden="true">{name}</span>
            </label>
          );
        }}
        isOff={(layer, head) => induction.isOff(layer, head)}
        label={(layer, head) =>
          fill(t.scores, {
            name: headName({ layer, head }),
            step: steps[at] ?? 0,
            previous: scoreOf("previousToken", layer, head),
            induction: scoreOf("induction", layer, head),
          })
        }
      />
      <Accuracy induction={induction} />
    </section>
  );
}

/** How much is predicted in the frame that is shown, with all heads and with those that are on. */
function Accuracy({ induction }: InductionProps): JSX.Element {
  const t = useWords(inductionWords);
  const frame = induction.frame.value;
  const off = induction.off.value;
  const without = {
    heads: off.map(headName).join(t.and),
    percent: wholePercent(induction.look.value?.accuracy ?? 0),
  };
  return (
    <div class="accuracy flow">
      <p class="number" role={induction.reel.playing.value ? undefined : "status"}>
        {frame !== null && fill(t.accuracy, { step: frame.step, percent: wholePercent(frame.accuracy) })}
        <strong>{off.length > 0 && fill(t.without, without)}</strong>
      </p>
      {off.length > 0 ? (
        <Button text={t.allOn} onClick={() => (induction.off.value = [])} />
      ) : (
        <p class="quiet">{t.headsOff}</p>
      )}
    </div>
  );
}

/** Every head's pattern on one sequence, and how probable the network found each of its tokens. */
function Patterns({ induction }: InductionProps): JSX.Element {
  const t = useWords(inductionWords);
  const look = induction.look.value;
  return (
    <section class={look === null ? "patterns awaited" : "patterns"}>
      <h2>{t.patternsTitle}</h2>
      <p>{t.patternsText}</p>
      {look !== null && (
        <>
          {/* Nothing is known before the first token; the one where the sequence repeats is marked. */}
          <AttendedLine
            tokens={look.maps.tokens}
            weights={Float32Array.of(0, ...look.chances)}
            query={half}
            caption={t.sequence}
          />
          <Maps chosen={induction.head} maps={look.maps} focus={null} />
        </>
      )}
      <div class="buttons">
        <Button
          text={t.anotherSequence}
          onClick={() => {
            induction.example.value++;
          }}
        />
      </div>
    </section>
  );
}
