import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Caption, Check, Choice, useRun } from "../ui/index.ts";
import { WordArcs } from "../word-arcs/word-arcs.tsx";
import type en from "./en.json";
import { Coreference, type Trained, training } from "./resolver.ts";
import { pairs, sentenceOf } from "./sentences.ts";
import trained from "./trained.json" with { type: "json" };

/** The referent of "it" in two sentences that differ in one word, by a model that has learned it, and learns it here once more. */
export function Figure({ lang, t }: FigureProps<typeof en>): JSX.Element {
  const pair = useSignal<(typeof pairs)[number]>("tired wide");
  const passive = useSignal(false);
  const stored = useMemo(() => new Coreference(trained), []);
  useEffect(() => () => stored.free(), [stored]);
  const { now, running, start, afterwards } = useRun<Trained>();
  useEffect(() => () => afterwards(() => now?.model.free()), [now?.model]);
  const model = now?.model ?? stored;
  const sentences = useMemo(
    () => pair.value.split(" ").map((adjective) => sentenceOf("animal", "street", adjective, passive.value)),
    [pair.value, passive.value],
  );
  const weights = useMemo(() => model.look(sentences), [model, sentences, now]);
  return (
    <figure class="fig-coreference" data-done={!running}>
      <p class="headline">{t.headline}</p>
      {sentences.map(({ words, it }, i) => {
        const shares = weights[i] ?? [];
        const most = shares.indexOf(Math.max(...shares));
        const means = fill(t.means, { word: words[most] ?? "", weight: wholePercent(shares[most] ?? 0) });
        return (
          <div key={i}>
            <WordArcs
              sentences={[{ words, leastWidth: 31 }]}
              from={[0, it]}
              to={0}
              weights={shares}
              shareOf={(weight) => (weight < 0.005 ? "" : weight.toFixed(2))}
              label={`${words.join(" ")} ${means}`}
            />
            <p class="number way blue">{means}</p>
          </div>
        );
      })}
      <div class="settings">
        <Choice legend={t.endings} value={pair} names={pairs} labels={t.pairs} />
        <div>
          <Check label={t.passive} value={passive} />
          <div class="buttons">
            <button type="button" data-run disabled={running} onClick={() => start(training())}>
              {t.train}
            </button>
            <span class="quiet number">
              {now && fill(t.step, { step: now.step, loss: now.loss.toFixed(3) })}
            </span>
          </div>
        </div>
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}
