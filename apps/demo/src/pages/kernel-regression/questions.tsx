import { batch } from "@preact/signals";
import { xRange } from "@saccade/figures/kernel-regression";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Challenges } from "../../ui/challenges.tsx";
import { farthest } from "./farthest.ts";
import { words } from "./messages/index.ts";
import type { RegressionModel } from "./model.ts";
import { start } from "./start.gen.ts";
import { startSettings } from "./start.ts";

/** Three things to predict before one looks. */
export function Questions({ model }: { readonly model: RegressionModel }): JSX.Element {
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
