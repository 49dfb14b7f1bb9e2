import type { Box } from "./box.ts";

interface NumberBoxProps {
  readonly box: Box;
  readonly text: string;
  /** The name of a colour of the page, such as "blue", and how much of it, 0 to 1. */
  readonly hue: string;
  readonly strength: number;
  readonly opacity?: number;
  /** How much of the box is filled, from below. */
  readonly filled?: number;
  readonly bold?: boolean;
}

/** A number in a box, for an svg of class "chart". */
export function NumberBox(props: NumberBoxProps) {
  const { box, text, hue, strength, opacity = 1, filled = 1, bold = false } = props;
  const { x, y, w, h } = box;
  const percent = (Math.min(1, strength) * 42).toFixed(1);
  const height = Math.max(0, h * filled);
  return (
    <g opacity={opacity.toFixed(3)}>
      <rect class="ground" x={x} y={y} width={w} height={h} />
      <rect
        x={x}
        y={y + h - height}
        width={w}
        height={height}
        style={{ fill: `color-mix(in oklab, var(--${hue}) ${percent}%, var(--paper))` }}
      />
      <rect class="edge" x={x} y={y} width={w} height={h} />
      <text class={bold ? "inside strong" : "inside"} x={x + w / 2} y={y + h / 2} dy="0.35em">
        {text}
      </text>
    </g>
  );
}

/** A number with so many digits after the point and a true minus sign; in powers of ten where that would be long. */
export function short(value: number, digits = 1): string {
  if (!Number.isFinite(value)) return String(value).replace("-", "−").replace("Infinity", "∞");
  const text = Math.abs(value) >= 1e5 ? value.toExponential(1) : value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−").replace("e+", "e");
}

/** A number as short as a box takes it: so many digits after the point at most, powers of ten where it is long. */
export function brief(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return short(value);
  const size = Math.abs(value);
  const places = size >= 100 ? 0 : size >= 10 ? Math.min(1, digits) : digits;
  const text = size >= 1e4 ? value.toExponential(0) : String(Number(value.toFixed(places)));
  return text === "-0" ? "0" : text.replace("-", "−").replace("e+", "e");
}
