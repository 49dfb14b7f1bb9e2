import type { Phase } from "@saccade/examples/lora";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { type Curve, Curves, Table } from "../ui/index.ts";
import "./fine-tune.css";
import type en from "./en.json";
import { useExperiment } from "./use-experiment.ts";

const phases: readonly Phase[] = ["base", "full", "lora"];

/** Fine-tunes a small GPT in a Worker, with all of its weights and with adapters. */
export function Figure({ t }: FigureProps<typeof en>) {
  const { progress, start, stop } = useExperiment();
  const { state, phase, losses, results, checked, problem } = progress;
  const running = state === "running";
  const last = (name: Phase): string => losses[name].at(-1)?.toFixed(2) ?? "–";
  const status = {
    idle: t.idle,
    running: fill(t.running, { phase, step: losses[phase].length }),
    done: t.done,
    failed: fill(t.failed, { message: problem }),
  };
  const [full, lora] = [results.full, results.lora];
  return (
    <figure class="fig-fine-tune" data-done={state === "done"}>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={running}
          onClick={() => start({ seed: 0, length: "whole" })}
        >
          {t.whole}
        </button>
        <button type="button" data-run disabled={running} onClick={() => start({ seed: 0, length: "short" })}>
          {t.short}
        </button>
        <button type="button" disabled={!running} onClick={stop}>
          {t.stop}
        </button>
        <span class="quiet number">{status[state]}</span>
      </div>
      <p class="keys flow" aria-hidden="true">
        <span class="swatch blue">{t.phases.full}</span> <span class="swatch orange">{t.phases.lora}</span>
      </p>
      <Curves
        curves={[curveOf("full blue", losses.full), curveOf("lora orange", losses.lora)]}
        height={194}
        end={10}
        label={fill(t.plot, { full: last("full"), lora: last("lora") })}
        xLabel={t.step}
        yLabel={t.loss}
      />
      <Table
        class="wrapped"
        columns={[t.trained, t.hundred, t.others]}
        rows={[...phases.map((name) => t.phases[name]), t.ratio]}
        cells={(i) => {
          const name = phases[i];
          const both = full && lora;
          return name === undefined ? (
            <>
              <td>{both ? `${((100 * lora.trained) / full.trained).toFixed(1)} %` : ""}</td>
              <td>{both ? (lora.hundred / full.hundred).toFixed(2) : ""}</td>
              <td>{both ? (lora.others / full.others).toFixed(2) : ""}</td>
            </>
          ) : (
            <>
              <td>{name === "base" ? "" : (results[name]?.trained.toLocaleString("en") ?? "")}</td>
              <td>{results[name]?.hundred.toFixed(3) ?? ""}</td>
              <td>{results[name]?.others.toFixed(3) ?? ""}</td>
            </>
          );
        }}
      />
      <dl>
        {phases.map((name) => (
          <div key={name}>
            <dt class="quiet">
              {t.phases[name]}, {t.sample}
            </dt>
            <dd class="mono" lang="en">
              {results[name]?.sample ?? ""}
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        {checked &&
          fill(t.checked, {
            difference: checked.mergedDifference.toExponential(1),
            changed: checked.changedNumbers,
          })}
      </p>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

function curveOf(name: string, losses: readonly number[]): Curve {
  return { name, x: losses.map((_, i) => i + 1), y: losses };
}
