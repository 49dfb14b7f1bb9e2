import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Caption, makeBreath, Slider, useRun } from "../ui/index.ts";
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
  const version = useSignal(0); // of the text and of the weights
  const training = useRun<{ readonly step: number; readonly loss: number }>();
  const writing = useRun<readonly number[]>();
  useEffect(() => () => training.afterwards(() => writing.afterwards(() => writer.dispose())), [writer]);

  const sampling: Sampling = { temperature: temperature.value, topK: topK.value, topP: topP.value };
  const { reading, cached } = useMemo(
    () => ({ reading: writer.read(sampling), cached: writer.cached() }),
    [
      ...[version.value, training.now, training.running, writing.now],
      ...[temperature.value, topK.value, topP.value],
    ],
  );
  const change = (f: () => void) => (): void => {
    f();
    version.value++;
  };

  const train = async function* () {
    writer.beginAnew();
    const breathe = makeBreath();
    for (let step = 1; step <= steps; step++) {
      const loss = writer.train();
      if (step % 10 === 0) {
        writer.reread();
        yield { step, loss };
      }
      await breathe();
    }
  };
  const write = async function* () {
    do {
      writer.draw(sampling);
      yield writer.text;
      await new Promise((resolve) => setTimeout(resolve, pause));
    } while (writer.text.at(-1) !== 0 && writer.text.length < maxLen);
  };

  const idle = !training.running && !writing.running;
  const { step = 0, loss } = training.now ?? {};
  const status = training.running
    ? fill(t.training, { step, loss: loss?.toFixed(2) ?? "…" })
    : fill(t.trained, { loss: loss?.toFixed(2) ?? null });
  return (
    <figure class="fig-language-model" data-done={training.done ? "true" : undefined}>
      <div class="buttons">
        <button type="button" class="primary" disabled={!idle} onClick={change(() => writer.draw(sampling))}>
          {t.next}
        </button>
        <button type="button" disabled={!idle} onClick={() => writing.start(write())}>
          {t.write}
        </button>
        <button type="button" disabled={!idle} onClick={change(() => writer.restart())}>
          {t.restart}
        </button>
        <button type="button" data-run disabled={!idle} onClick={() => training.start(train())}>
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
            onChoose={({ token }) => change(() => writer.add(token))()}
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
