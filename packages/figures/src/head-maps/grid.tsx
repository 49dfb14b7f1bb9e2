import { useCallback, useEffect, useRef } from "preact/hooks";
import type { HeadAsk, HeadMaps } from "../language-model/lens.ts";
import { eachFrame } from "../ui/each-frame.ts";
import { headName } from "../ui/head-name.ts";
import { useRoving } from "../ui/use-roving.ts";
import { weightsOf } from "./weights-of.ts";
import "./head-maps.css";

interface HeadsGridProps {
  readonly maps: HeadMaps;
  readonly chosen: HeadAsk;
  readonly onChoose: (head: HeadAsk) => void;
  /** Another one where the colours have changed. */
  readonly theme: string;
}

/** All heads as small maps, a row a layer. */
export function HeadsGrid({ maps, chosen, onChoose, theme }: HeadsGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const group = useRoving("button");
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      grid.current = element;
      group(element);
    },
    [group],
  );
  useEffect(() => {
    const element = grid.current;
    if (element === null) return;
    const color = pixelOf(getComputedStyle(element).color);
    const draws = [...element.querySelectorAll("canvas")].map((canvas, i) => () => {
      draw(
        canvas,
        weightsOf(maps, { layer: Math.floor(i / maps.heads), head: i % maps.heads }),
        maps.tokens.length,
        color,
      );
    });
    return bitByBit(draws);
  }, [maps, theme]);
  return (
    <div class="heads-grid" ref={ref} style={{ "--heads": maps.heads }}>
      {Array.from({ length: maps.layers }, (_, layer) => (
        <div key={layer} class="layer">
          {Array.from({ length: maps.heads }, (_, head) => (
            <button
              key={head}
              type="button"
              aria-pressed={chosen.layer === layer && chosen.head === head}
              aria-label={headName({ layer, head })}
              title={headName({ layer, head })}
              onClick={() => onChoose({ layer, head })}
            >
              <canvas />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Pixels of a small map, in both directions. */
const mostPixels = 256;

// A pixel a weight, or the largest of a few; the browser makes them larger.
function draw(canvas: HTMLCanvasElement, weights: Float32Array, columns: number, color: number): void {
  const rows = weights.length / columns;
  canvas.width = Math.min(columns, mostPixels);
  canvas.height = Math.min(rows, mostPixels);
  const context = canvas.getContext("2d");
  if (context === null) return;
  const image = context.createImageData(canvas.width, canvas.height);
  const data = new Uint32Array(image.data.buffer);
  const [across, down] = [canvas.width / columns, canvas.height / rows];
  for (let row = 0; row < rows; row++) {
    const line = Math.floor(row * down) * canvas.width;
    for (let column = 0; column < columns; column++) {
      const at = line + Math.floor(column * across);
      const pixel = ((Math.round(255 * Math.sqrt(weights[row * columns + column]!)) << 24) | color) >>> 0;
      data[at] = Math.max(data[at]!, pixel); // its opacity is the first byte
    }
  }
  context.putImageData(image, 0, 0);
}

/** A CSS colour as the bytes of a pixel, red first in memory, which is little-endian wherever browsers run. */
function pixelOf(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (b << 16) | (g << 8) | r;
}

const msOfFrame = 8;

/** Does so much a frame that the page stays responsive, however much there is; what it returns stops it. */
function bitByBit(tasks: readonly (() => void)[]): () => void {
  let next = 0;
  return eachFrame(() => {
    const end = performance.now() + msOfFrame;
    while (next < tasks.length && performance.now() < end) tasks[next++]!();
    return next < tasks.length;
  });
}
