import type { ReadonlySignal, Signal } from "@preact/signals";
import { whenNear } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import type { HeadAsk, HeadMaps } from "./calls.ts";
import { colorOf } from "./color-of.ts";
import { drawNever, drawSoon } from "./draw-queue.ts";
import { HeadLarge } from "./head-large.tsx";
import { weightsOf } from "./head-maps.ts";
import { words } from "./words.ts";

/** Where the weights come from, and which head is looked at. */
export interface HeadsSource {
  readonly heads: ReadonlySignal<HeadMaps | null>;
  readonly head: Signal<HeadAsk>;
  /** From now on the weights follow the text. */
  wantHeads(): void;
}

/** Every head's weights as a small map, and the chosen head with its tokens. */
export function HeadsView({ source }: { readonly source: HeadsSource }): JSX.Element {
  const t = useWords(words);
  const into = useRef<HTMLElement>(null);
  useEffect(
    () => (into.current === null ? undefined : whenNear(into.current, () => source.wantHeads())),
    [source],
  );
  const maps = source.heads.value;
  const [query, setQuery] = useState<number | null>(null);
  return (
    <section class="heads" ref={into}>
      <h2>{t.headsTitle}</h2>
      <p>{t.headsText}</p>
      {maps !== null && maps.tokens.length > 0 && (
        <div class="heads-beside">
          <div>
            <Grid source={source} maps={maps} />
            <Line maps={maps} head={source.head.value} query={query} onQuery={setQuery} />
          </div>
          <HeadLarge maps={maps} head={source.head.value} query={query} onQuery={setQuery} />
        </div>
      )}
      <p class="quiet number">{maps !== null && t.withoutCache(maps.ms.toFixed(maps.ms < 10 ? 1 : 0))}</p>
    </section>
  );
}

function Grid({ source, maps }: { readonly source: HeadsSource; readonly maps: HeadMaps }): JSX.Element {
  const t = useWords(words);
  const chosen = source.head.value;
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
                source.head.value = { layer, head };
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

interface HeadMapProps extends HeadAsk {
  readonly maps: HeadMaps;
}

function HeadMap({ maps, layer, head }: HeadMapProps): JSX.Element {
  const { theme } = useShell();
  const canvas = useRef<HTMLCanvasElement>(null);
  const shownTheme = theme.value;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    drawSoon(element, () => draw(element, weightsOf(maps, layer, head), maps.tokens.length));
    return () => drawNever(element);
  }, [maps, layer, head, shownTheme]);
  return <canvas ref={canvas} />;
}

interface LineProps {
  readonly maps: HeadMaps;
  readonly head: HeadAsk;
  readonly query: number | null;
  readonly onQuery: (query: number | null) => void;
}

/** The text: what the token under the pointer attends to is shaded. */
function Line({ maps, head: { layer, head }, query: pointed, onQuery }: LineProps): JSX.Element {
  const t = useWords(words);
  const n = maps.tokens.length;
  const query = Math.min(pointed ?? n - 1, n - 1);
  const row = weightsOf(maps, layer, head).subarray(query * n, (query + 1) * n);
  return (
    <figure class="head-line" onPointerLeave={() => onQuery(null)}>
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
            onPointerEnter={() => onQuery(i)}
          >
            {token}
          </span>
        ))}
      </p>
    </figure>
  );
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
  const data = new Uint32Array(image.data.buffer); // little-endian everywhere: A, B, G, R
  const color = ((b ?? 0) << 16) | ((g ?? 0) << 8) | (r ?? 0);
  for (let i = 0; i < weights.length; i++) {
    data[i] = (Math.round(255 * Math.sqrt(weights[i]!)) << 24) | color;
  }
  context.putImageData(image, 0, 0);
}
