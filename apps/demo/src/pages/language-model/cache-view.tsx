import { colorOf, useWidth } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import type { Cached } from "./calls.ts";
import type { Reader } from "./reader.ts";
import { words } from "./words.ts";

const column = 16; // px
const cell = 4;
const letters = 18;

/** The keys and values that the cache holds for one head, a column a token; the columns that are new are framed. */
export function CacheView({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { theme } = useShell();
  const { ref, width } = useWidth<HTMLDivElement>(600);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cached = reader.cached.value;
  const { tokens, computed, maxLen } = reader.reading.value;
  const pace = reader.pace.value;
  const { layer, head } = reader.head.value;
  useEffect(() => {
    if (canvas.current !== null && cached !== null) draw(canvas.current, cached, tokens, computed, width);
  }, [cached, tokens, computed, width, theme.value]);
  return (
    <section class="cache">
      <h2>{t.cacheTitle}</h2>
      <p>{t.cacheText}</p>
      <figure>
        <p class="keys" aria-hidden="true">
          <span class="swatch key">{t.keys}</span>
          <span class="swatch value">{t.values}</span>
          <span class="quiet">{t.headName(layer + 1, head + 1)}</span>
        </p>
        <div ref={ref}>
          <canvas ref={canvas} role="img" aria-label={t.cacheLabel(tokens.length)} />
        </div>
        <div class="filled" aria-hidden="true">
          <span style={{ width: `${(100 * tokens.length) / Math.max(1, maxLen)}%` }} />
        </div>
        <figcaption class="number">
          {t.computed(computed, tokens.length - computed)}. {t.filled(tokens.length, maxLen)}
          {cached !== null && `, ${t.bytes(cached.bytes)}`}.{" "}
          {pace !== null && t.pace(pace.toFixed(pace < 10 ? 2 : 0), Math.round(1000 / Math.max(pace, 0.001)))}
        </figcaption>
      </figure>
    </section>
  );
}

function draw(
  canvas: HTMLCanvasElement,
  { keys, values, width: d, tokens: count }: Cached,
  tokens: readonly string[],
  computed: number,
  width: number,
): void {
  const shown = Math.min(count, tokens.length, Math.floor(width / column));
  const height = letters + 2 * d * cell + 6;
  const density = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(density, density);
  context.font = `13px ${getComputedStyle(canvas).fontFamily}`;
  context.textAlign = "center";
  const ink = colorOf(canvas, "--ink");
  const first = count - shown;
  [keys, values].forEach((rows, part) => {
    context.fillStyle = colorOf(canvas, part === 0 ? "--key" : "--value");
    const top = letters + part * (d * cell + 4);
    const largest = rows.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
    for (let i = 0; i < shown; i++) {
      for (let j = 0; j < d; j++) {
        context.globalAlpha = 0.06 + (0.94 * Math.abs(rows[(first + i) * d + j]!)) / largest;
        context.fillRect(i * column, top + j * cell, column - 1, cell - 1);
      }
    }
  });
  context.globalAlpha = 1;
  context.fillStyle = ink;
  for (let i = 0; i < shown; i++) {
    const text = tokens[tokens.length - shown + i]!;
    context.fillText(labelOf(text), i * column + column / 2 - 0.5, letters - 5, column);
  }
  const fresh = Math.min(computed, shown);
  context.strokeStyle = ink;
  context.strokeRect((shown - fresh) * column - 0.5, letters - 1.5, fresh * column - 0.5, height - letters);
}

/** The beginning of a token; all of a token id, which would be another one if it were cut. */
function labelOf(token: string): string {
  return /^\d+$/.test(token) ? token : token.trim().slice(0, 2) || token;
}
