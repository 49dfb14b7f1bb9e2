import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Caption, Check, Choice, Slider, short } from "../ui/index.ts";
import "./fast-attention.css";
import { Tables, Update } from "./tables.tsx";
import { TileMap } from "./tile-map.tsx";
import { blocks, defined, n, type Stage, size, stagesOf, tilesOf } from "./tiles.ts";
import { type Words, words } from "./words.ts";

const names = ["0", "1", "2", "3"] as const;
type Place = (typeof names)[number];

/** One block of queries reads keys tile by tile and keeps a maximum, a sum and an output. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const chosenBlock = useSignal<Place>("1");
  const chosenRow = useSignal<Place>("0");
  const causal = useSignal(false);
  const step = useSignal(2);
  const [block, row] = [Number(chosenBlock.value), Number(chosenRow.value)];
  const stages = useMemo(() => stagesOf(block, causal.value), [block, causal.value]);
  if (step.value > stages.length) step.value = stages.length;
  const tile = step.value - 1;
  const stage = stages[tile]!;
  const skipped = names.reduce((sum, _, i) => sum + blocks - tilesOf(i, causal.value), 0);
  const labelsOf = (label: (i: number) => string): Record<Place, string> => ({
    0: label(0),
    1: label(1),
    2: label(2),
    3: label(3),
  });
  // The tile's scores and, for each query, m, l and o.
  const held = size * size + size * (2 + stage.after[0]!.o.length);
  return (
    <figure class="fig-fast-attention" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="steps">
        <Slider
          label={t.tile}
          value={step}
          min={1}
          max={Math.max(2, stages.length)}
          step={1}
          show={(value) => fill(t.tileOf, { tile: Math.min(value, stages.length), tiles: stages.length })}
          disabled={stages.length === 1}
        />
        <div class="buttons">
          <button type="button" disabled={tile === 0} onClick={() => step.value--}>
            {t.back}
          </button>
          <button
            type="button"
            class="primary"
            disabled={tile === stages.length - 1}
            onClick={() => step.value++}
          >
            {t.next}
          </button>
        </div>
      </div>
      <p class="says" role="status">
        {sentence(t, stage, block, row, tile)}
        {tile === stages.length - 1 && ` ${ending(t, stage, block, row, causal.value)}`}
      </p>
      <div class="picture flow">
        <TileMap
          block={block}
          tile={tile}
          causal={causal.value}
          label={fill(t.map, { block: block + 1, tile: tile + 1, skipped })}
          keys={t.keys}
          queries={t.queries}
        />
        <Tables t={t} stage={stage} block={block} tile={tile} row={row} />
        <p class="quiet number held">{fill(t.held, { held, all: n * n })}</p>
      </div>
      <div class="choices flow">
        <Choice
          legend={t.block}
          value={chosenBlock}
          names={names}
          labels={labelsOf((i) => fill(t.blockOf, { from: i * size + 1, to: (i + 1) * size }))}
        />
        <Choice
          legend={t.follow}
          value={chosenRow}
          names={names}
          labels={labelsOf((i) => String(block * size + i + 1))}
        />
        <Check label={t.causal} value={causal} />
      </div>
      <details>
        <summary>{t.update}</summary>
        <Update t={t} stage={stage} row={row} />
      </details>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}

function sentence(t: Words, stage: Stage, block: number, row: number, tile: number): string {
  const query = block * size + row + 1;
  const [before, after] = [stage.before[row]!.m, stage.after[row]!.m];
  if (tile === 0) return fill(t.first, { query, m: short(after) });
  if (after === before) return fill(t.stays, { query, m: short(after) });
  return fill(t.grows, {
    query,
    from: short(before),
    to: short(after),
    factor: short(stage.shrink[row]!, 3),
  });
}

function ending(t: Words, stage: Stage, block: number, row: number, causal: boolean): string {
  const { o, l } = stage.after[row]!;
  const output = o.map((value) => value / l);
  const expected = defined(block, causal)[row]!;
  const matches = output.every((value, i) => Math.abs(value - expected[i]!) < 1e-12);
  return fill(t.ends, { output: output.map((value) => short(value, 3)).join(", "), matches });
}
