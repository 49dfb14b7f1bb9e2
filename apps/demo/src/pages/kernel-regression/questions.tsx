import { batch } from "@preact/signals";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Challenges } from "../../ui/challenges.tsx";
import type { RegressionModel } from "./model.ts";
import { questions } from "./question-words.ts";

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
  const [wide, gap, narrow] = useWords(questions);
  return (
    <Challenges
      items={[
        { ...wide, show: () => set("gaussian", 5, 2) },
        { ...gap, show: () => set("boxcar", 0.1, 4.25) },
        { ...narrow, show: () => set("gaussian", 0.05, 2) },
      ]}
    />
  );
}
