import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { Caption, Check, Choice, makeBreath } from "../ui/index.ts";
import { WordArcs } from "../word-arcs/word-arcs.tsx";
import "./coreference.css";
import en from "./en.json" with { type: "json" };
import { Coreference, steps } from "./resolver.ts";
import { pairs, sentenceOf } from "./sentences.ts";
import trained from "./trained.json" with { type: "json" };

const words = dictionary(en, () => import("./zh.json"));

/** The referent of "it" in two sentences that differ in one word, by a model that has learned it, and learns it here once more. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const pair = useSignal<(typeof pairs)[number]>("tired wide");
  const passive = useSignal(false);
  const step = useSignal(steps);
  const loss = useSignal<number | undefined>(undefined);
  const training = useSignal(false);
  const gone = useRef(false);
  const first = useMemo(() => new Coreference(trained), []);
  const model = useRef(first);

  const train = async (): Promise<void> => {
    const made = new Coreference();
    model.current = made;
    training.value = true;
    const breathe = makeBreath();
    for (let i = 1; i <= steps && !gone.current; i++) {
      const now = made.train();
      if (i % 5 === 0) {
        loss.value = now;
        step.value = i;
      }
      await breathe();
    }
    if (!gone.current) training.value = false;
  };
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );

  const sentences = useMemo(
    () =>
      pair.value.split(" ").map((adjective) => {
        const sentence = sentenceOf("animal", "street", adjective, passive.value);
        return { ...sentence, drawn: [{ words: sentence.words, leastWidth: 31 }] };
      }),
    [pair.value, passive.value],
  );
  const weights = useMemo(() => model.current.look(sentences), [sentences, step.value, training.value]);
  return (
    <figure class="fig-coreference" data-done={!training.value && step.value === steps}>
      <p class="headline">{t.headline}</p>
      {sentences.map((sentence, i) => {
        const shares = weights[i] ?? [];
        const most = shares.indexOf(Math.max(...shares));
        const means = fill(t.means, {
          word: sentence.words[most] ?? "",
          weight: `${Math.round(100 * (shares[most] ?? 0))} %`,
        });
        return (
          <div key={i}>
            <WordArcs
              sentences={sentence.drawn}
              from={[0, sentence.it]}
              to={0}
              weights={shares}
              shareOf={(weight) => (weight < 0.005 ? "" : weight.toFixed(2))}
              label={`${sentence.words.join(" ")} ${means}`}
            />
            <p class="number means">{means}</p>
          </div>
        );
      })}
      <div class="settings">
        <Choice legend={t.endings} value={pair} names={pairs} labels={t.pairs} />
        <div>
          <Check label={t.passive} value={passive} />
          <div class="buttons">
            <button type="button" data-run disabled={training.value} onClick={train}>
              {t.train}
            </button>
            <span class="quiet number">
              {loss.value && fill(t.step, { step: step.value, loss: loss.value.toFixed(3) })}
            </span>
          </div>
        </div>
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}
