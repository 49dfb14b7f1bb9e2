import { whenNear } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import type { HeadMaps } from "./calls.ts";
import { colorOf } from "./color-of.ts";
import type { Reader } from "./reader.ts";
import { words } from "./words.ts";

/** Every head's weights as a small map, and the chosen head on the text. */
export function HeadsView({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const into = useRef<HTMLElement>(null);
  useEffect(
    () => (into.current === null ? undefined : whenNear(into.current, () => reader.wantHeads())),
    [reader],
  );
  const maps = reader.heads.value;
  return (
    <section class="heads" ref={into}>
      <h2>{t.headsTitle}</h2>
      <p>{t.headsText}</p>
      {maps !== null && <Grid reader={reader} maps={maps} />}
      {maps !== null && <Line reader={reader} maps={maps} />}
      <p class="quiet number">{maps !== null && t.withoutCache(maps.ms.toFixed(maps.ms < 10 ? 1 : 0))}</p>
    </section>
  );
}

interface MapsProps {
  readonly reader: Reader;
  readonly maps: HeadMaps;
}

function Grid({ reader, maps }: MapsProps): JSX.Element {
  const t = useWords(words);
  const chosen = reader.head.value;
  return (
    <div class="grid" style={{ "--heads": maps.heads }}>
      {Array.from({ length: maps.layers }, (_, layer) => (
        <div key={layer} class="layer">
          {Array.from({ length: maps.heads }, (__, head) => (
            <button
              key={head}
              type="button"
              aria-pressed={chosen.layer === layer && chosen.head === head}
              aria-label={t.headName(layer + 1, head + 1)}
              title={t.headName(layer + 1, head + 1)}
              onClick={() => {
                reader.head.value = { layer, head };
              }}
            >
              <HeadMap maps={maps} layer={layer} head={head} />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function HeadMap({
  maps,
  layer,
  head,
}: Omit<MapsProps, "reader"> & { layer: number; head: number }): JSX.Element {
  const { theme } = useShell();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, weightsOf(maps, layer, head), maps.tokens.length);
  }, [maps, layer, head, theme.value]);
  return <canvas ref={canvas} />;
}

/** The text: what the token under the pointer attends to is shaded. */
function Line({ reader, maps }: MapsProps): JSX.Element {
  const t = useWords(words);
  const { layer, head } = reader.head.value;
  const [pointed, setPointed] = useState<number | null>(null);
  const n = maps.tokens.length;
  const query = Math.min(pointed ?? n - 1, n - 1);
  const row = weightsOf(maps, layer, head).subarray(query * n, (query + 1) * n);
  return (
    <figure class="head-line" onPointerLeave={() => setPointed(null)}>
      <figcaption>
        {t.headName(layer + 1, head + 1)}: {t.headsLine(maps.tokens[query] ?? "")}
      </figcaption>
      <p>
        {maps.tokens.map((token, i) => (
          <span
            key={i}
            class={i === query ? "word query" : "word"}
            style={{ "--looked": row[i] ?? 0 }}
            title={`${(100 * (row[i] ?? 0)).toFixed(1)} %`}
            onPointerEnter={() => setPointed(i)}
          >
            {token}
          </span>
        ))}
      </p>
    </figure>
  );
}

function weightsOf({ weights, heads, tokens }: HeadMaps, layer: number, head: number): Float32Array {
  const area = tokens.length ** 2;
  const start = (layer * heads + head) * area;
  return weights.subarray(start, start + area);
}

// A pixel a weight; the browser makes them larger.
function draw(canvas: HTMLCanvasElement, weights: Float32Array, n: number): void {
  if (n === 0) return;
  canvas.width = n;
  canvas.height = n;
  const context = canvas.getContext("2d");
  if (context === null) return;
  const [r, g, b] = (colorOf(canvas, "--accent").match(/[\d.]+/g) ?? []).map(Number);
  const image = context.createImageData(n, n);
  weights.forEach((weight, i) => {
    image.data.set([r ?? 0, g ?? 0, b ?? 0, Math.round(255 * Math.sqrt(weight))], 4 * i);
  });
  context.putImageData(image, 0, 0);
}
