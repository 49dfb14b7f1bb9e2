import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useShell } from "../../app/shell.ts";

interface StripeProps {
  /** (rows, cols). */
  readonly values: Float32Array;
  readonly rows: number;
  readonly label: string;
  /** Whether rows stand as columns. */
  readonly upright?: boolean;
  /** A row that stands out, counted from 0. */
  readonly chosen?: number;
  /** "role" is drawn in the colour of the element; "sign" by sign. */
  readonly kind: "role" | "sign";
}

/** Vectors as a field of colour. */
export function Stripe({ values, rows, label, upright = false, chosen, kind }: StripeProps): JSX.Element {
  const { theme } = useShell();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (element === null || !context) return;
    const cols = values.length / rows;
    element.width = upright ? rows : cols;
    element.height = upright ? cols : rows;
    const { color, outlineColor } = getComputedStyle(element);
    const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
    values.forEach((x, at) => {
      const [row, col] = [Math.floor(at / cols), at % cols];
      context.fillStyle = x < 0 ? outlineColor : color;
      const faded = chosen !== undefined && chosen !== row ? 0.25 : 1;
      context.globalAlpha = (0.04 + (0.96 * Math.abs(x)) / largest) * faded;
      context.fillRect(upright ? row : col, upright ? col : row, 1, 1);
    });
  }, [values, rows, upright, chosen, theme.value]);
  return <canvas ref={canvas} class={`stripe ${kind}`} role="img" aria-label={label} />;
}
