import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Caption, pointIn, Slider } from "../ui/index.ts";
import type en from "./en.json";
import { attentionField, convolutionField, pixels } from "./fields.ts";
import "./receptive-field.css";

const size = 16; // pixels of the image
const cell = 18;
const [low, high] = [Math.min(...pixels), Math.max(...pixels)];

/** The inputs of one output: convolutions beside self-attention. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const layers = useSignal(3);
  const kernel = useSignal(3);
  const row = useSignal(9); // counted from 1
  const column = useSignal(9);
  const [r, c] = [row.value - 1, column.value - 1];
  const convolution = useMemo(
    () => convolutionField(layers.value, kernel.value, r, c),
    [layers.value, kernel.value, r, c],
  );
  const attention = useMemo(() => attentionField(r, c), [r, c]);
  const move = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): void => {
    const { currentTarget } = event;
    const [x, y] = pointIn(currentTarget, event).map((at) =>
      Math.min(size, Math.max(1, Math.ceil((at / currentTarget.clientWidth) * size))),
    );
    row.value = y!;
    column.value = x!;
  };
  const sides = [
    { name: t.convolution, field: convolution },
    { name: t.attention, field: attention },
  ];
  return (
    <figure class="fig-receptive-field" data-done="true">
      <div class="settings">
        <Slider label={t.layers} value={layers} min={1} max={8} step={1} />
        <Slider label={t.kernel} value={kernel} min={3} max={7} step={2} show={(k) => `${k} × ${k}`} />
        <Slider label={t.row} value={row} min={1} max={size} step={1} />
        <Slider label={t.column} value={column} min={1} max={size} step={1} />
      </div>
      <div class="sides settings">
        {sides.map(({ name, field: { seen, gradient } }) => (
          <div key={name}>
            <p>
              <strong>{name}</strong>
              <br />
              <span class="quiet number">{fill(t.sees, { seen, all: pixels.length })}</span>
            </p>
            {/* The image in grey, the gradient over it in orange, and the output's place. */}
            <svg
              class="chart field"
              viewBox={`0 0 ${size * cell} ${size * cell}`}
              role="img"
              aria-label={fill(t.grid, { name, seen, row: row.value, column: column.value })}
              onPointerDown={move}
            >
              {pixels.map((value, i) => {
                const [x, y] = [(i % size) * cell, Math.floor(i / size) * cell];
                const place = { x, y, width: cell, height: cell };
                const strength = gradient[i] ?? 0;
                const shade = 0.08 + (0.5 * (value - low)) / (high - low);
                return (
                  <g key={i}>
                    <rect {...place} class="pixel" opacity={shade.toFixed(2)} />
                    {strength > 0 && (
                      <rect {...place} class="seen" opacity={(0.1 + 0.6 * strength ** 0.5).toFixed(2)} />
                    )}
                  </g>
                );
              })}
              <circle class="ring" cx={(c + 0.5) * cell} cy={(r + 0.5) * cell} r={cell * 0.6} />
            </svg>
          </div>
        ))}
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}
