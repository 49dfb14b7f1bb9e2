import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShell, useWords } from "../../app/shell.ts";
import { weightsOf } from "./heads.ts";
import { words } from "./messages/index.ts";

interface HeadsGridProps {
  readonly maps: HeadMaps;
  readonly chosen: HeadAsk;
  readonly onChoose: (head: HeadAsk) => void;
}

/** All heads as small maps, a row a layer. A frame makes one layer, so that large models do not hold up the page. */
export function HeadsGrid({ maps, chosen, onChoose }: HeadsGridProps): JSX.Element {
  const { theme } = useShell();
  const grid = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState(1);
  useEffect(() => {
    if (made >= maps.layers) return;
    const frame = requestAnimationFrame(() => setMade(made + 1));
    return () => cancelAnimationFrame(frame);
  }, [made, maps.layers]);
  const shownTheme = theme.value;
  const [color, setColor] = useState(0);
  useEffect(() => {
    if (grid.current !== null) setColor(pixelOf(getComputedStyle(grid.current).color));
  }, [shownTheme]);
  return (
    <div class="grid" ref={grid} style={{ "--heads": maps.heads }}>
      {Array.from({ length: Math.min(made, maps.layers) }, (_, layer) => (
        <Layer
          key={layer}
          maps={maps}
          layer={layer}
          chosen={chosen.layer === layer ? chosen.head : null}
          color={color}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface LayerProps {
  readonly maps: HeadMaps;
  readonly layer: number;
  /** The head that is looked at; null for one of another layer. */
  readonly chosen: number | null;
  readonly color: number;
  readonly onChoose: (head: HeadAsk) => void;
}

function Layer({ maps, layer, chosen, color, onChoose }: LayerProps): JSX.Element {
  const t = useWords(words);
  // The same elements while nothing of them has changed, since the row may be one of many.
  const row = useMemo(
    () =>
      Array.from({ length: maps.heads }, (_, head) => (
        <button
          key={head}
          type="button"
          aria-pressed={chosen === head}
          aria-label={t.headName(layer + 1, head + 1)}
          title={t.headName(layer + 1, head + 1)}
          onClick={() => onChoose({ layer, head })}
        >
          <HeadMap maps={maps} layer={layer} head={head} color={color} />
        </button>
      )),
    [t, maps, layer, chosen, color, onChoose],
  );
  return <div class="layer">{row}</div>;
}

interface HeadMapProps extends HeadAsk {
  readonly maps: HeadMaps;
  /** Of a pixel, without its opacity. */
  readonly color: number;
}

function HeadMap({ maps, layer, head, color }: HeadMapProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    drawSoon(element, () => draw(element, weightsOf(maps, layer, head), maps.tokens.length, color));
    return () => void waiting.delete(element);
  }, [maps, layer, head, color]);
  return <canvas ref={canvas} />;
}

// A pixel a weight; the browser makes them larger.
function draw(canvas: HTMLCanvasElement, weights: Float32Array, n: number, color: number): void {
  canvas.width = n;
  canvas.height = n;
  const context = canvas.getContext("2d");
  if (context === null) return;
  const image = context.createImageData(n, n);
  const data = new Uint32Array(image.data.buffer);
  for (let i = 0; i < weights.length; i++) {
    data[i] = (Math.round(255 * Math.sqrt(weights[i]!)) << 24) | color;
  }
  context.putImageData(image, 0, 0);
}

/** A CSS colour as the bytes of a pixel, red first in memory, which is little-endian wherever browsers run. */
function pixelOf(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (b << 16) | (g << 8) | r;
}

const msOfFrame = 8;
const waiting = new Map<HTMLCanvasElement, () => void>();
let frame = 0;

/** Draws when the page has time: so much a frame that it stays responsive, however many maps wait. */
function drawSoon(canvas: HTMLCanvasElement, draw: () => void): void {
  waiting.set(canvas, draw);
  if (frame === 0) frame = requestAnimationFrame(drawSome);
}

function drawSome(): void {
  const end = performance.now() + msOfFrame;
  for (const [canvas, draw] of waiting) {
    waiting.delete(canvas);
    draw();
    if (performance.now() > end) break;
  }
  frame = waiting.size > 0 ? requestAnimationFrame(drawSome) : 0;
}
