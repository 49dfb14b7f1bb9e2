import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { type BlockName, blockNames } from "./blocks.ts";
import { Details } from "./details.tsx";
import { example, look, makeModel, type State, totalSteps, train } from "./model.ts";
import "./transformer-blocks.css";
import { words } from "./words.ts";

const firstSeed = 2;

/** A small Transformer as blocks: each shows its tensor, and all of them train. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const state = useSignal<State | null>(null);
  const running = useSignal(false);
  const chosen = useSignal<BlockName>("cross");
  const life = useRef({ left: false, seed: firstSeed });

  useEffect(() => {
    life.current.left = false;
    state.value = look(makeModel(firstSeed), 0, null);
    return () => {
      life.current.left = true;
    };
  }, [state]);

  const run = async (): Promise<void> => {
    running.value = true;
    const model = makeModel(life.current.seed++);
    for await (const now of train(model)) {
      if (life.current.left) return;
      state.value = now;
    }
    running.value = false;
  };

  const now = state.value;
  const trained = now?.step === totalSteps;
  const shown = now?.blocks.find(({ name }) => name === chosen.value);
  const half = blockNames.indexOf("target");
  const column = (title: string, names: readonly BlockName[]): JSX.Element => (
    <div class="column">
      <p class="title">{title}</p>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class={`block ${name}`}
          aria-pressed={name === chosen.value}
          onPointerEnter={() => {
            chosen.value = name;
          }}
          onFocus={() => {
            chosen.value = name;
          }}
          onClick={() => {
            chosen.value = name;
          }}
        >
          {t.blocks[name]}
        </button>
      ))}
    </div>
  );
  return (
    <figure class="fig-transformer-blocks" data-done={trained && !running.value ? "true" : undefined}>
      <div class="buttons">
        <button type="button" class="primary" data-run disabled={running.value} onClick={() => void run()}>
          {running.value ? t.training : trained ? t.again : t.train}
        </button>
      </div>
      <p class="number">
        {now === null || now.loss === null
          ? t.untrained
          : t.progress(now.step, now.loss.toFixed(3), `${Math.round(100 * now.right)} %`)}
        <br />
        <strong>{now && t.answer(example.join(" "), now.answer.join(" "))}</strong>
      </p>
      <div class="all">
        {column(t.encoder, blockNames.slice(0, half))}
        {column(t.decoder, blockNames.slice(half))}
        <div class="panel">
          <p class="title">{t.blocks[chosen.value]}</p>
          <p>{t.says[chosen.value]}</p>
          {shown && <Details shown={shown} lang={lang} />}
        </div>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}
