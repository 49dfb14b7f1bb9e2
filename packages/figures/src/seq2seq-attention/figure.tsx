import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { AlignmentMap, WordRow } from "../alignment/alignment-map.tsx";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Caption, Choice as Keys, useNarrow, useRun } from "../ui/index.ts";
import { free, restore, useNet } from "../ui/stored.ts";
import { Drawing, sub } from "./drawing.tsx";
import type en from "./en.json";
import { type Choice, glossOf, pairOf, phrases, slots } from "./grammar.ts";
import "./seq2seq-attention.css";
import trained from "./trained.json" with { type: "json" };
import { firstSeed, makeTranslator, type Progress, train, translate } from "./translator.ts";

const views = ["states", "table"] as const;

const first: Choice = { who: 2, when: 3, where: 0, did: 2, what: 0 };

/** A translator from a made-up grammar, word by word, with what it attends to; it can be trained anew. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const choice = useSignal<Choice>(first);
  const at = useSignal(1);
  const view = useSignal<(typeof views)[number]>("states");
  const isNarrow = useNarrow();
  const stored = useNet(() => restore(makeTranslator(firstSeed), trained));
  const net = useSignal(stored);
  const seed = useRef(firstSeed);
  const { now, running, done, start, afterwards } = useRun<Progress>();
  useEffect(() => {
    const made = net.value;
    return () => afterwards(() => made === stored || free(made));
  }, [net.value]);
  const run = (): void => {
    net.value = makeTranslator(seed.current);
    start(train(net.value, seed.current++));
  };
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
    <figure class="fig-seq2seq-attention" data-done={done ? "true" : undefined}>
      <p class="headline">{t.headline}</p>
      <div class="sentence flow">
        {slots.map((slot) => (
          <label key={slot}>
            <span>{t.slots[slot]}</span>
            <select
              value={choice.value[slot]}
              onChange={({ currentTarget }) => {
                choice.value = { ...choice.value, [slot]: Number(currentTarget.value) };
              }}
            >
              {phrases[slot].map(({ zh, en }, i) => (
                <option key={i} value={i}>
                  {zh.length === 0 ? "–" : lang === "en" ? `${zh.join(" ")} ${en.join(" ")}` : zh.join("")}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <WordRow words={written} at={step} onChoose={choose} label={t.written} lang="en" />
      <p class="says number">{says}</p>
      {isNarrow && <Keys legend={t.view} value={view} names={views} labels={t.views} />}
      <div class="both beside">
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
        <button type="button" class="primary" data-run disabled={running} onClick={run}>
          {running ? t.training : done ? t.again : t.train}
        </button>
      </div>
      {(running || done) && (
        <p class="number quiet">
          {now === undefined
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
