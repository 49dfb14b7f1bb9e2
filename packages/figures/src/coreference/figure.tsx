import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Caption, Check, Choice, useRun } from "../ui/index.ts";
import { free, restore, useNet } from "../ui/stored.ts";
import { WordArcs } from "../word-arcs/word-arcs.tsx";
import type en from "./en.json";
import { look, makeResolver, type Trained, training } from "./resolver.ts";
import { nounsOf, pairs, sentenceOf as sentenceWith } from "./sentences.ts";
import trained from "./trained.json" with { type: "json" };

export { nounsOf as sentenceOf } from "./sentences.ts";

/** The referent of "it" in two sentences that differ in one word, by a model that has learned it, and learns it here once more. */
export function Figure({ lang, t, sentence }: FigureProps<typeof en>) {
  const pair = useSignal<(typeof pairs)[number]>("tired wide");
  const passive = useSignal(false);
  const [animal, place] = nounsOf(sentence ?? "animal street");
  const stored = useNet(() => restore(makeResolver(), trained));
  const { now, running, start, afterwards } = useRun<Trained>();
  useEffect(() => () => afterwards(() => now && free(now.net)), [now?.net]);
  const net = now?.net ?? stored;
  const sentences = useMemo(
    () => pair.value.split(" ").map((adjective) => sentenceWith(animal, place, adjective, passive.value)),
    [animal, place, pair.value, passive.value],
  );
  const weights = useMemo(() => look(net, sentences), [net, sentences, now]);
  return (
    <figure class="fig-coreference" data-done={!running}>
      <p class="headline">{fill(t.headline, { animal, place })}</p>
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
          <Check label={fill(t.passive, { place })} value={passive} />
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
      <Caption text={sentence === undefined ? t.caption : t.own} lang={lang} />
    </figure>
  );
}
