import { batch } from "@preact/signals";
import { RegressionPlot, waysToPool, xRange } from "@saccade/figures/kernel-regression";
import { fill } from "@saccade/figures/messages";
import { Scene, sceneWords, thingNames } from "@saccade/figures/pooling-scene";
import { Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/address.ts";
import { useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { Button, Challenges, Later } from "../../ui/parts.tsx";
import { Beneath, Training } from "./below.tsx";
import { words } from "./messages/index.ts";
import { pointEdits, RegressionModel, start } from "./model.ts";
import "./page.css";
import { cues, farthest, kernelNames, limits, startSettings } from "./settings.ts";

/** Attention as kernel regression (Nadaraya 1964; Watson 1964). */
export function Page({ state }: PageProps): JSX.Element {
  const t = useWords(words);
  const lang = useShell().language.value;
  const model = useMemo(() => new RegressionModel(state), [state]);
  useEffect(() => () => model.end(), [model]);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <section class="regression-page">
        <figure>
          <FigureFrame name="kernel-regression" title={t.plotTitle}>
            <RegressionPlot
              shown={model}
              lang={lang}
              edits={useMemo(() => pointEdits(model, t), [model, t])}
              names={t.lineNames}
              shortNames={t.shortNames}
            />
          </FigureFrame>
        </figure>
        <Later>
          <Controls model={model} />
        </Later>
        <Later>
          <Beneath model={model} />
        </Later>
      </section>
      <Later>
        <Training model={model} />
      </Later>
      <Later>
        <Cues model={model} />
      </Later>
      <Later>
        <Questions model={model} />
      </Later>
    </>
  );
}

interface Props {
  readonly model: RegressionModel;
}

/** Controls next to the figure. */
function Controls({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { settings } = model;
  const edits = pointEdits(model, t);
  const own = settings.own.value.length > 0;
  const fixed = settings.way.value === "fixed";
  const add = (): void => {
    const { y } = model.points.value;
    const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
    edits.add(settings.query.value, model.row.peek().prediction ?? mean, limits.y);
  };
  const decimals = (value: number): string => value.toFixed(2);
  return (
    <div class="controls">
      <Choice
        legend={t.curve}
        value={settings.way}
        names={waysToPool}
        labels={t.ways}
        classOf={(name) => `swatch ${name}`}
      />
      {fixed && <Choice legend={t.kernel} value={settings.kernel} names={kernelNames} labels={t.kernels} />}
      {fixed && (
        <Slider
          label={t.bandwidth}
          value={settings.bandwidth}
          min={limits.bandwidth[0]}
          max={limits.bandwidth[1]}
          step={0.01}
          logarithmic
          show={decimals}
        />
      )}
      <Slider
        label={t.noise}
        value={settings.noise}
        min={0}
        max={2}
        step={0.05}
        disabled={own}
        show={decimals}
      />
      <Slider label={t.n} value={settings.n} min={limits.n[0]} max={limits.n[1]} step={1} disabled={own} />
      <Slider label={t.seed} value={settings.seed} min={0} max={99} step={1} disabled={own} />
      <div class="buttons">
        <Button text={t.addPoint} onClick={add} />
        <Button text={t.removePoint} onClick={edits.remove} />
        {own && <Button text={t.backToSeed} onClick={() => (settings.own.value = [])} />}
      </div>
    </div>
  );
}

/** One scene, weighted by salience or by the query. */
function Cues({ model: { settings } }: Props): JSX.Element {
  const t = useWords(words);
  const lang = useShell().language.value;
  const weights = start.cues[settings.cue.value];
  const most = Math.max(...weights);
  const thing = thingNames[weights.indexOf(most)];
  return (
    <section class="cues beside">
      <div>
        <h2>{t.cuesTitle}</h2>
        <p>{t.cuesText}</p>
        <p role="status">
          {thing && fill(t.cueSaid, { most: sceneWords[lang].things[thing], weight: most.toFixed(2) })}
        </p>
        <Choice legend={t.cue} value={settings.cue} names={cues} labels={t.cues} />
      </div>
      <Scene weights={weights} lang={lang} />
    </section>
  );
}

/** Three things to predict before one looks. */
function Questions({ model }: Props): JSX.Element {
  const { settings } = model;
  const set = (kernel: "gaussian" | "boxcar", bandwidth: number, query: number): void => {
    batch(() => {
      settings.way.value = "fixed";
      settings.kernel.value = kernel;
      settings.bandwidth.value = bandwidth;
      settings.query.value = query;
    });
    window.scrollTo({ top: 0, behavior: "smooth" });
  };
  const showGap = (): void => {
    // Points that leave no gap give way to those that the page opens with.
    const far = farthest(model.points.value.x, xRange);
    if (far.distance > 0.1) set("boxcar", 0.1, far.at);
    else {
      batch(() => {
        settings.own.value = [];
        settings.seed.value = startSettings.data.seed;
        settings.n.value = startSettings.data.n;
        set("boxcar", 0.1, farthest(start.points.x, xRange).at);
      });
    }
  };
  return (
    <Challenges
      questions={useWords(words).questions}
      shows={[() => set("gaussian", 5, 2), showGap, () => set("gaussian", 0.05, 2)]}
    />
  );
}
