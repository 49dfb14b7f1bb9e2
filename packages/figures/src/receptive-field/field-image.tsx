import type { JSX } from "preact";
import { type Field, pixels } from "./fields.ts";

interface FieldImageProps {
  readonly field: Field;
  readonly row: number;
  readonly column: number;
  readonly label: string;
  readonly onMove: (row: number, column: number) => void;
}

const cell = 18;
const size = 16;

/** The image in grey, the gradient over it in orange, and the output's place. */
export function FieldImage({ field, row, column, label, onMove }: FieldImageProps): JSX.Element {
  const low = Math.min(...pixels);
  const high = Math.max(...pixels);
  const move = (event: PointerEvent & { readonly currentTarget: SVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (part: number): number => Math.min(size - 1, Math.max(0, Math.floor(part * size)));
    onMove(at((event.clientY - box.top) / box.height), at((event.clientX - box.left) / box.width));
  };
  return (
    <svg
      class="chart field"
      viewBox={`0 0 ${size * cell} ${size * cell}`}
      role="img"
      aria-label={label}
      onPointerDown={move}
    >
      {pixels.map((value, i) => {
        const place = { x: (i % size) * cell, y: Math.floor(i / size) * cell, width: cell, height: cell };
        const strength = field.gradient[i] ?? 0;
        return (
          <g key={i}>
            <rect
              {...place}
              class="pixel"
              opacity={(0.08 + (0.5 * (value - low)) / (high - low)).toFixed(2)}
            />
            {strength > 0 && (
              <rect {...place} class="seen" opacity={(0.1 + 0.6 * strength ** 0.5).toFixed(2)} />
            )}
          </g>
        );
      })}
      <circle class="ring" cx={(column + 0.5) * cell} cy={(row + 0.5) * cell} r={cell * 0.6} />
    </svg>
  );
}
