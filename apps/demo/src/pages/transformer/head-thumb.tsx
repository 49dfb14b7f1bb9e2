import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useShell } from "../../app/shell.ts";

interface HeadThumbProps {
  /** (heads, queries, keys). */
  readonly weights: Float32Array;
  readonly head: number;
  readonly queries: number;
  readonly keys: number;
}

/** A head's weights, small: a row a query, a column a key. */
export function HeadThumb({ weights, head, queries, keys }: HeadThumbProps): JSX.Element {
  const { theme } = useShell();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (element === null || !context) return;
    element.width = keys;
    element.height = queries;
    context.fillStyle = getComputedStyle(element).color;
    for (let query = 0; query < queries; query++) {
      for (let key = 0; key < keys; key++) {
        context.globalAlpha = 0.04 + 0.96 * (weights[(head * queries + query) * keys + key] ?? 0);
        context.fillRect(key, query, 1, 1);
      }
    }
  }, [weights, head, queries, keys, theme.value]);
  return <canvas ref={canvas} class="thumb" />;
}
