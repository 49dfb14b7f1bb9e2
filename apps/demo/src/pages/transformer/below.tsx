import { fill, percent } from "@saccade/figures/messages";
import type { AttentionName } from "@saccade/figures/transformer-places";
import {
  Choice,
  cellPaths,
  short,
  strengthOf,
  Table,
  useNarrow,
  useRoving,
  useWidth,
} from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { netNames, type PatchMap, positionings } from "./calls.ts";
import { rowOf } from "./focus.ts";
import { english, french } from "./language.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { belows, examples, headsShown, layersShown } from "./settings.ts";
import { start } from "./start.gen.ts";
import { isSamePatch, sideOf } from "./switches.ts";

/** Figures of the whole model besides its blocks, one at a time. */
export function Below({ model }: { readonly model: TransformerModel }): JSX.Element | null {
  const t = useWords(words);
  const { at, below } = model.settings;
  if (at.value !== "all") return null;
  return (
    <div class="below">
      <Choice legend={t.below} value={below} names={belows} labels={t.belows} />
      {below.value === "patches" && <PatchMapView model={model} />}
      {below.value === "three" && <Three model={model} />}
      {below.value === "positions" && <PositionsNote model={model} />}
      {below.value === "guided" && <GuidedNote model={model} />}
    </div>
  );
}

/** The second model, with one guided head. */
function GuidedNote({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { net } = model.settings;
  return (
    <section class="guided-note">
      <h2>{t.guidedTitle}</h2>
      <p>
        {fill(t.guidedText, {
          looked: percent(start.facts.looked),
          exact: percent(start.facts.exactGuided),
          measured: start.facts.measured,
        })}
      </p>
      <Choice legend={t.net} value={net} names={netNames} labels={t.nets} />
    </section>
  );
}

/** A model's behaviour with positions, with positions removed, and without; and the sentences that show it. */
function PositionsNote({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { sentence } = model.settings;
  const look = model.look.value;
  const { exact: on, exactUnplaced: off, exactTrainedUnplaced: never, ...facts } = start.facts;
  return (
    <section class="positions-note">
      <h2>{t.positionsTitle}</h2>
      <p>{fill(t.positionsText, { measured: facts.measured })}</p>
      <Table
        class="wrapped"
        rows={positionings.map((name) => t.positionings[name])}
        cells={(i) => (
          <>
            <td>{percent([on, off, never][i]!)}</td>
            <td>{t.positionsAre[positionings[i]!]}</td>
          </>
        )}
      />
      <div class="row flow" role="group" aria-label={t.examples}>
        {(["follows", "followed"] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={sentence.value.join(" ") === examples[name]}
            onClick={() => (sentence.value = examples[name].split(" "))}
          >
            {t.exampleNames[name]}
          </button>
        ))}
      </div>
      <p class="result number">
        {look.ask.sentence.join(" ")} → <span lang="fr">{french(look.target)}</span>
      </p>
      <p class="quiet">
        {fill(t.facts, {
          parameters: facts.parameters,
          steps: facts.steps,
          pronouns: percent(facts.pronouns),
        })}
      </p>
    </section>
  );
}

/** A heatmap of places and positions: the effect of the other sentence's vector on the pronoun. A click patches it. */
function PatchMapView({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const map = model.patches.value;
  const buttons = useRoving("button");
  const isNarrow = useNarrow();
  const { pronoun } = look;
  const { patch } = model.settings;
  const rows = map?.rows ?? [];
  const sides = (["source", "target"] as const).map((side) => ({
    side,
    words: side === "source" ? look.source : ["<bos>", ...look.untouched.slice(0, pronoun?.place ?? 0)],
    rows: rows.filter(({ site }) => sideOf(site) === side),
  }));
  if (pronoun === null) return <p>{t.break.nothingToFlip}</p>;
  const largest = Math.max(1, pronoun.untouched.lead);
  const cell = ({ site, leads }: PatchMap["rows"][number], position: number, word = ""): JSX.Element => {
    const lead = leads[position]!;
    const isOn = isSamePatch(patch.value, { site, position });
    const label = fill(t.patching.cell, { site: t.patching.sites[site], word, lead: short(lead) });
    return (
      <td key={`${site} ${position}`}>
        <button
          type="button"
          class={`patch-cell ${lead < 0 ? "theirs" : "ours"}`}
          style={{ "--strength": Math.min(1, Math.abs(lead) / largest) }}
          aria-pressed={isOn}
          aria-label={label}
          title={label}
          onClick={() => (patch.value = isOn ? null : { site, position })}
        />
      </td>
    );
  };
  return (
    <section class="patch-map">
      <h2>{fill(t.patching.title, { own: pronoun.own })}</h2>
      <p>{fill(t.patching.text, { other: english(look.other), own: pronoun.own })}</p>
      {rows.length === 0 && <p class="quiet">{t.waiting}</p>}
      <div class="patch-sides" ref={buttons}>
        {sides.map(
          ({ side, words: given, rows: own }) =>
            own.length > 0 && (
              <div key={side} class={side} role="group" aria-label={t.patching.sides[side]}>
                <Table
                  corner={t.patching.sides[side]}
                  columns={isNarrow ? own.map(({ site }) => t.patching.sites[site]) : given}
                  rows={isNarrow ? given : own.map(({ site }) => t.patching.sites[site])}
                  cells={(i) =>
                    isNarrow
                      ? own.map((row) => cell(row, i, given[i]))
                      : own[i]!.leads.map((_, position) => cell(own[i]!, position, given[position]))
                  }
                />
              </div>
            ),
        )}
      </div>
      <p class="quiet">{fill(t.patching.key, { own: pronoun.own, other: pronoun.other })}</p>
    </section>
  );
}

const room = 76; // for words

/** Encoder, decoder and what connects them as one matrix: who may look at whom, and who does. */
function Three({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { threeLayer: layer, threeHead: head } = model.settings;
  const { ref, width } = useWidth<HTMLDivElement>(700);
  const look = model.look.value;
  const [n, m] = [look.source.length, look.fed.length];
  const cell = Math.max(8, Math.min(17, Math.floor((width - room) / (n + m + 1))));
  const gap = cell / 2;
  const fontSize = Math.min(11, cell); // no taller than its row
  const middle = cell / 2 + 0.36 * fontSize;
  const size = (n + m) * cell + gap;
  const at = (i: number): number => room + i * cell + (i >= n ? gap : 0);
  const chosen = headsShown.slice(1).filter((name) => head.value === "mean" || name === head.value);
  const rowsOf = (name: AttentionName): (number | null)[][] =>
    Array.from({ length: name.startsWith("e") ? n : m }, (_, query) => {
      const each = chosen.map((number) => rowOf(look, name, Number(number) - 1, query));
      return each[0]!.map((first, key) =>
        first === null ? null : each.reduce((sum, row) => sum + (row[key] ?? 0), 0) / each.length,
      );
    });
  const parts = [
    { name: `e${layer.value}.self`, row: 0, col: 0, title: t.threeSelf, kind: "self" },
    { name: `d${layer.value}.cross`, row: n, col: 0, title: t.threeCross, kind: "cross" },
    { name: `d${layer.value}.self`, row: n, col: n, title: t.threeCausal, kind: "causal" },
  ] as const;
  const all = [...look.source, ...look.fed];
  return (
    <section class="three">
      <h2>{t.threeTitle}</h2>
      <div class="three-columns beside">
        <div>
          <p>{t.threeText}</p>
          <div class="row flow">
            <Choice legend={t.threeLayer} value={layer} names={layersShown} labels={{ "1": "0", "2": "1" }} />
            <Choice
              legend={t.threeHead}
              value={head}
              names={headsShown}
              labels={{ mean: t.mean, "1": "0", "2": "1", "3": "2", "4": "3" }}
            />
          </div>
        </div>
        <FigureFrame name="three-attentions" title={t.threeTitle}>
          <div ref={ref}>
            <svg
              width={room + size}
              height={room + size}
              viewBox={`0 0 ${room + size} ${room + size}`}
              style={{ fontSize: `${fontSize}px` }}
              role="img"
              aria-label={fill(t.threeLabel, {
                layer: Number(layer.value) - 1,
                head: head.value === "mean" ? t.mean : String(Number(head.value) - 1),
              })}
            >
              <defs>
                <pattern
                  id="three-hatch"
                  width="4"
                  height="4"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <line x1="0" y1="0" x2="0" y2="4" class="hatch" />
                </pattern>
              </defs>
              {all.map((word, i) => (
                <g key={i} class="word-of-three">
                  <text x={room - 4} y={at(i) + middle} text-anchor="end">
                    {word}
                  </text>
                  <text transform={`translate(${at(i) + middle} ${room - 4}) rotate(-90)`}>{word}</text>
                </g>
              ))}
              <text class="none" x={(at(n) + at(n + m)) / 2} y={(room + at(n)) / 2} text-anchor="middle">
                {t.threeNone}
              </text>
              {parts.map(({ name, row, col, title, kind }) => (
                <g key={name} class={`part ${kind}`}>
                  <title>{title}</title>
                  <rect
                    class="frame"
                    x={at(col)}
                    y={at(row)}
                    width={(col === 0 ? n : m) * cell}
                    height={(row === 0 ? n : m) * cell}
                  />
                  {cellPaths(rowsOf(name), { left: at(col), top: at(row), side: cell, gap: 1 }).map(
                    ({ weight, d }) => (
                      <path
                        key={weight}
                        class={weight === null ? "hidden" : "seen"}
                        d={d}
                        {...(weight === null ? {} : { opacity: strengthOf(weight) })}
                      />
                    ),
                  )}
                </g>
              ))}
            </svg>
            <p class="legend">
              <span class="swatch self">{t.threeSelf}</span> <span class="swatch cross">{t.threeCross}</span>{" "}
              <span class="swatch causal">{t.threeCausal}</span>
            </p>
          </div>
        </FigureFrame>
      </div>
    </section>
  );
}
