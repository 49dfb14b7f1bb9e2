import { canvasHeatmap, type TensorLike } from "@saccade/plot/page";
import { useEffect, useRef } from "preact/hooks";
import { useWidth } from "./use-width.ts";

interface MatrixCanvasProps {
  /** (rows, cols); nothing is drawn while it has no rows. */
  readonly matrix: TensorLike;
  readonly height: number;
  readonly label: string;
  readonly domain?: readonly [number, number];
}

/** A matrix of any size as a heatmap on a canvas. */
export function MatrixCanvas({ matrix, height, label, domain }: MatrixCanvasProps) {
  const { ref, width } = useWidth<HTMLDivElement>(300);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const [rows = 0, cols = 0] = matrix.shape;
    if (element === null || rows === 0) return;
    // As many pixels as cells, where they fit: the browser makes them larger faster than a program can.
    const density = Math.min(2, window.devicePixelRatio || 1);
    element.width = Math.min(cols, Math.round(width * density));
    element.height = Math.min(rows, Math.round(height * density));
    canvasHeatmap(element, matrix, domain === undefined ? {} : { domain });
  }, [matrix, width, height, domain]);
  return (
    <div ref={ref}>
      <canvas class="matrix" ref={canvas} role="img" aria-label={label} style={{ height: `${height}px` }} />
    </div>
  );
}
