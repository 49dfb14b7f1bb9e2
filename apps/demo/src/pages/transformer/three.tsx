import { fill } from "@saccade/figures/messages";
import type { AttentionName } from "@saccade/figures/transformer-places";
import { Choice, cellPaths, strengthOf, useWidth } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { heads } from "./calls.ts";
import { rowOf } from "./focus.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { headsShown, layersShown } from "./settings.ts";

const room = 76; // for words

/** Encoder, decoder and what connects them as one matrix: who may look at whom, and who does. */
export function Three({ model }: { readonly model: TransformerModel }): JSX.Element {
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
  const rowsOf = (name: AttentionName): (number | null)[][] => {
    const chosen =
      head.value === "mean" ? Array.from({ length: heads }, (_, h) => h) : [Number(head.value) - 1];
    const count = name.startsWith("e") ? n : m;
    return Array.from({ length: count }, (_, query) => {
      const each = chosen.map((h) => rowOf(look, name, h, query));
      return each[0]!.map((first, key) =>
        first === null ? null : each.reduce((sum, row) => sum + (row[key] ?? 0), 0) / each.length,
      );
    });
  };
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
