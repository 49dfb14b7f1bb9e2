import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { brief, Caption, Check, Choice, Slider, short, Table } from "../ui/index.ts";
import type en from "./en.json";
import "./fast-attention.css";
import { blocks, defined, n, type Stage, size, stagesOf, tilesOf } from "./tiles.ts";

const names = ["0", "1", "2", "3"] as const;
type Place = (typeof names)[number];
const [side, margin, gap] = [30, 18, 3]; // of the map of tiles
const exact = (x: number): string => short(x, 3);
const bracketed = (x: number, text: string): string => (x < 0 ? `(${text})` : text);

/** One block of queries reads keys tile by tile and keeps a maximum, a sum and an output. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
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
  // The tile's scores and, for each query, m, l and o.
  const held = size * size + size * (2 + stage.after[0]!.o.length);
  const kindOf = (row: number, column: number): string => {
    if (column >= tilesOf(row, causal.value)) return "skipped";
    if (row !== block) return "other";
    return column === tile ? "now" : column < tile ? "read" : "other";
  };
  const queryNames = stage.after.map((_, i) => subscript("q", block * size + i + 1));
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
        {/* All tiles of the matrix: the one in memory, those of this block that are read already, and those that are skipped. */}
        <svg
          class="chart tile-map"
          viewBox={`0 0 ${margin + blocks * side} ${margin + blocks * side}`}
          role="img"
          aria-label={fill(t.map, { block: block + 1, tile: tile + 1, skipped })}
        >
          <text x={margin} y={12}>
            {t.keys}
          </text>
          <text x={-margin} y={12} transform="rotate(-90)" text-anchor="end">
            {t.queries}
          </text>
          {names.flatMap((_, i) =>
            names.map((_, j) => (
              <rect
                key={`${i} ${j}`}
                class={kindOf(i, j)}
                x={margin + j * side}
                y={margin + i * side}
                width={side - gap}
                height={side - gap}
              />
            )),
          )}
        </svg>
        <div class="tables flow">
          <Table
            class="scores"
            caption={t.scores}
            columns={names.map((_, j) => subscript("k", tile * size + j + 1))}
            rows={[...queryNames, ...[1, 2].map((component) => fill(t.value, { component }))]}
            rowProps={(i) => ({ class: i === row ? "followed" : i < size ? "" : "values" })}
            cells={(i) =>
              stage.scores[i]?.map((score, j) => (
                <td
                  key={j}
                  class={
                    score === stage.after[i]!.m ? "largest chosen" : score === -Infinity ? "masked quiet" : ""
                  }
                  style={{ "--power": stage.powers[i]![j] }}
                >
                  {short(score)}
                </td>
              )) ?? stage.values.map((value, j) => <td key={j}>{brief(value[i - size]!)}</td>)
            }
          />
          <Table
            class="kept"
            caption={t.kept}
            columns={["m", "l", ...[1, 2].map((component) => [subscript("o", component), " / l"])]}
            rows={queryNames}
            rowProps={(i) => ({ class: i === row ? "followed" : "" })}
            cells={(i) => {
              const { m, l, o } = stage.after[i]!;
              return (
                <>
                  <td class={stage.shrink[i]! < 1 ? "larger chosen" : ""}>{short(m)}</td>
                  <td>{exact(l)}</td>
                  {o.map((value, component) => (
                    <td key={component}>{exact(value / l)}</td>
                  ))}
                </>
              );
            }}
          />
        </div>
        <p class="quiet number held">{fill(t.held, { held, all: n * n })}</p>
      </div>
      <div class="choices flow">
        <Choice
          legend={t.block}
          value={chosenBlock}
          names={names}
          labels={(_, i) => fill(t.blockOf, { from: i * size + 1, to: (i + 1) * size })}
        />
        <Choice
          legend={t.follow}
          value={chosenRow}
          names={names}
          labels={(_, i) => String(block * size + i + 1)}
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

function sentence(t: typeof en, stage: Stage, block: number, row: number, tile: number): string {
  const query = block * size + row + 1;
  const [before, after] = [stage.before[row]!.m, stage.after[row]!.m];
  if (tile === 0) return fill(t.first, { query, m: short(after) });
  if (after === before) return fill(t.stays, { query, m: short(after) });
  const factor = exact(stage.shrink[row]!);
  return fill(t.grows, { query, from: short(before), to: short(after), factor });
}

function ending(t: typeof en, stage: Stage, block: number, row: number, causal: boolean): string {
  const { o, l } = stage.after[row]!;
  const output = o.map((value) => value / l);
  const expected = defined(block, causal)[row]!;
  const matches = output.every((value, i) => Math.abs(value - expected[i]!) < 1e-12);
  return fill(t.ends, { output: output.map(exact).join(", "), matches });
}

interface UpdateProps {
  readonly t: typeof en;
  readonly stage: Stage;
  /** The followed query, a row of the block. */
  readonly row: number;
}

/** The update of one query with its numbers. */
function Update({ t, stage, row }: UpdateProps) {
  const [before, after] = [stage.before[row]!, stage.after[row]!];
  const powers = stage.powers[row]!;
  const factor = exact(stage.shrink[row]!);
  return (
    <dl class="update number" aria-label={t.update}>
      <dt>{t.largest}</dt>
      <dd>
        m′ = max({short(before.m)}; {stage.scores[row]!.map((s) => short(s)).join("; ")}) ={" "}
        <strong>{short(after.m)}</strong>
      </dd>
      <dt>{t.factor}</dt>
      <dd>
        e<sup>m − m′</sup> = e<sup>{short(before.m - after.m)}</sup> = <strong>{factor}</strong>
      </dd>
      <dt>{t.powers}</dt>
      <dd>
        e<sup>s − m′</sup> = <strong>{powers.map(exact).join("; ")}</strong>
      </dd>
      <dt>{t.sum}</dt>
      <dd>
        l′ = <Term>{`${exact(before.l)} × ${factor}`}</Term> + {powers.map(exact).join(" + ")} ={" "}
        <strong>{exact(after.l)}</strong>
      </dd>
      {before.o.map((old, c) => (
        <Fragment key={c}>
          <dt>{fill(t.output, { component: c + 1 })}</dt>
          <dd>
            o′ = <Term>{`${bracketed(old, exact(old))} × ${factor}`}</Term>
            {powers.map((p, j) => {
              const value = stage.values[j]![c]!;
              return (
                <span key={j}>
                  {" + "}
                  <Term>{`${exact(p)} × ${bracketed(value, brief(value))}`}</Term>
                </span>
              );
            })}{" "}
            = <strong>{exact(after.o[c]!)}</strong>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A product, which stays on one line. */
const Term = ({ children }: { readonly children: string }) => <span class="term">{children}</span>;

const subscript = (name: string, place: number) => (
  <>
    {name}
    <sub>{place}</sub>
  </>
);
