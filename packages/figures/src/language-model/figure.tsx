import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Caption, makeBreath, Slider } from "../ui/index.ts";
import { CacheColumns, type ColumnShape, NextBars } from "./drawings.ts";
import "./language-model.css";
import type en from "./en.json";
import type { Sampling } from "./sampling.ts";
import { maxLen, steps, Writer } from "./writer.ts";

const pause = 350; // ms between words of a sentence
const columns: ColumnShape = {
  width: 64,
  cell: { width: 10, height: 6 },
  perRow: 6,
  characters: 12,
  lines: maxLen,
};

/** A tiny GPT that writes a token at a time. It opens trained, and trains anew. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const writer = useMemo(() => new Writer(), []);
  const temperature = useSignal(1);
  const topK = useSignal(40);
  const topP = useSignal(1);
  const loss = useSignal<number | null>(null);
  const step = useSignal(0);
  const done = useSignal(false); // a training, in the page
  const busy = useSignal<"no" | "training" | "writing">("no");
  const version = useSignal(0); // of the text and of the weights
  const gone = useRef(false);
  useEffect(
    () => () => {
      gone.current = true;
      writer.dispose();
    },
    [writer],
  );

  const sampling: Sampling = { temperature: temperature.value, topK: topK.value, topP: topP.value };
  const { reading, cached } = useMemo(
    () => ({ reading: writer.read(sampling), cached: writer.cached() }),
    [version.value, temperature.value, topK.value, topP.value],
  );
  const add = (token: number): void => {
    writer.add(token);
    version.value++;
  };
  const draw = (): void => {
    writer.draw(sampling);
    version.value++;
  };

  const train = async (): Promise<void> => {
    busy.value = "training";
    done.value = false;
    loss.value = null;
    step.value = 0;
    writer.beginAnew();
    version.value++;
    const breathe = makeBreath();
    for (let i = 1; i <= steps && !gone.current; i++) {
      const now = writer.train();
      if (i % 10 === 0) {
        loss.value = now;
        step.value = i;
        writer.reread();
        version.value++;
      }
      await breathe();
    }
    if (gone.current) return;
    busy.value = "no";
    done.value = true;
  };
  const write = async (): Promise<void> => {
    busy.value = "writing";
    do {
      draw();
      await new Promise((resolve) => setTimeout(resolve, pause));
    } while (!gone.current && writer.text.at(-1) !== 0 && writer.text.length < maxLen);
    busy.value = "no";
  };

  const idle = busy.value === "no";
  const shown = loss.value?.toFixed(2) ?? null;
  const status =
    busy.value === "training"
      ? fill(t.training, { step: step.value, loss: shown ?? "…" })
      : fill(t.trained, { loss: shown });
  return (
    <figure class="fig-language-model" data-done={done.value ? "true" : undefined}>
      <div class="buttons">
        <button type="button" class="primary" disabled={!idle} onClick={draw}>
          {t.next}
        </button>
        <button type="button" disabled={!idle} onClick={write}>
          {t.write}
        </button>
        <button
          type="button"
          disabled={!idle}
          onClick={() => {
            writer.restart();
            version.value++;
          }}
        >
          {t.restart}
        </button>
        <button type="button" data-run disabled={!idle} onClick={train}>
          {t.train}
        </button>
        <span class="quiet number">{status}</span>
      </div>
      <div class="panels">
        <div>
          <p class="quiet">{t.bars}</p>
          <NextBars
            choices={reading.choices}
            texts={t}
            disabled={!idle}
            onChoose={({ token }) => add(token)}
          />
        </div>
        <div class="controls">
          <Slider
            label={t.temperature}
            value={temperature}
            min={0.1}
            max={3}
            step={0.05}
            logarithmic
            digits={2}
          />
          <Slider label={t.topK} value={topK} min={1} max={40} step={1} />
          <Slider label={t.topP} value={topP} min={0.1} max={1} step={0.05} digits={2} />
        </div>
      </div>
      <p class="quiet">{t.text}</p>
      <CacheColumns
        tokens={reading.tokens}
        cached={cached}
        fresh={writer.fresh}
        shape={columns}
        label={fill(t.cacheOf, { words: reading.tokens.join(" ") })}
      />
      <p class="quiet number">{fill(t.cache, { tokens: reading.tokens.length })}</p>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}
