import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { AlignmentMap, WordRow } from "../alignment/alignment-map.tsx";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Caption, Choice as Keys, useNarrow } from "../ui/index.ts";
import { restore } from "../ui/stored.ts";
import { Drawing } from "./drawing.tsx";
import { type Choice, glossOf, pairOf, phrases, type Slot, slots } from "./grammar.ts";
import trained from "./trained.json" with { type: "json" };
import { firstSeed, makeTranslator, type Progress, totalSteps, train, translate } from "./translator.ts";
import { sub } from "./words.ts";
import "./seq2seq-attention.css";
import { words } from "./words.ts";

const views = ["states", "table"] as const;

const first: Choice = { who: 2, when: 3, where: 2, did: 3, what: 0 };

/** A translator from a made-up grammar, word by word, with what it attends to; it can be trained anew. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const choice = useSignal<Choice>(first);
  const at = useSignal(1);
  const view = useSignal<(typeof views)[number]>("states");
  const isNarrow = useNarrow();
  const progress = useSignal<Progress | null>(null);
  const running = useSignal(false);
  const life = useRef({ left: false, seed: firstSeed });
  const net = useSignal(
    useMemo(() => {
      const made = makeTranslator(firstSeed);
      restore(made, trained);
      return made;
    }, []),
  );

  useEffect(() => {
    life.current.left = false;
    return () => {
      life.current.left = true;
    };
  }, []);

  const run = async (): Promise<void> => {
    running.value = true;
    const seed = life.current.seed++;
    const made = makeTranslator(seed);
    progress.value = null;
    net.value = made;
    for await (const now of train(made, seed)) {
      if (life.current.left) return;
      progress.value = now;
    }
    running.value = false;
  };

  const { value: now } = progress;
  const translation = useMemo(
    () => translate(net.value, pairOf(choice.value)),
    [net.value, choice.value, now],
  );
  const { source, words: written, weights } = translation;
  const step = Math.min(at.value, written.length - 1);
  const shares = weights[step] ?? [];
  const most = shares.indexOf(Math.max(...shares));
  const says = fill(t.says, {
    word: written[step] ?? "",
    before: written[step - 1],
    step: step + 1,
    query: sub(step),
    last: sub(source.length),
    share: (shares[most] ?? 0).toFixed(2),
    source: source[most] ?? "",
  });
  const choose = (i: number): void => {
    at.value = i;
  };
  return (
    <figure
      class="fig-seq2seq-attention"
      data-done={now?.step === totalSteps && !running.value ? "true" : undefined}
    >
      <p class="headline">{t.headline}</p>
      <div class="sentence flow">
        {slots.map((slot) => (
          <Part
            key={slot}
            slot={slot}
            lang={lang}
            choice={choice.value}
            onChoose={(next) => {
              choice.value = next;
            }}
          />
        ))}
      </div>
      <WordRow words={written} at={step} onChoose={choose} label={t.written} lang="en" />
      <p class="says number">{says}</p>
      {isNarrow && <Keys legend={t.view} value={view} names={views} labels={t.views} />}
      <div class="both">
        {(!isNarrow || view.value === "states") && (
          <Drawing
            translation={translation}
            at={step}
            gloss={(word) => (lang === "en" ? glossOf(word) : "")}
            titles={t.titles}
            label={`${t.drawing} ${says}`}
            onChoose={choose}
          />
        )}
        {(!isNarrow || view.value === "table") && (
          <AlignmentMap
            {...{ source, weights }}
            target={written}
            at={step}
            onChoose={choose}
            label={t.map}
            languages={["zh", "en"]}
          />
        )}
      </div>
      <div class="buttons">
        <button type="button" class="primary" data-run disabled={running.value} onClick={() => void run()}>
          {running.value ? t.training : now === null ? t.train : t.again}
        </button>
      </div>
      {(running.value || now !== null) && (
        <p class="number quiet">
          {now === null
            ? t.random
            : fill(t.progress, {
                step: now.step,
                loss: now.loss.toFixed(3),
                forced: wholePercent(now.forced),
                own: wholePercent(now.own),
              })}
        </p>
      )}
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

interface PartProps extends FigureProps {
  readonly slot: Slot;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

function Part({ slot, lang, choice, onChoose }: PartProps): JSX.Element {
  const t = words[lang];
  return (
    <label>
      <span>{t.slots[slot]}</span>
      <select
        value={choice[slot]}
        onChange={(event) => onChoose({ ...choice, [slot]: Number(event.currentTarget.value) })}
      >
        {phrases[slot].map(({ zh, en }, i) => (
          <option key={i} value={i}>
            {zh.length === 0 ? "–" : lang === "en" ? `${zh.join(" ")} ${en.join(" ")}` : zh.join("")}
          </option>
        ))}
      </select>
    </label>
  );
}
