import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { Caption, Slider } from "../ui/index.ts";
import { FieldImage } from "./field-image.tsx";
import { attentionField, convolutionField, pixels } from "./fields.ts";
import "./receptive-field.css";
import en from "./en.json" with { type: "json" };

const words = dictionary(en, () => import("./zh.json"));

/** The inputs of one output: convolutions beside self-attention. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
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
  const move = (toRow: number, toColumn: number): void => {
    row.value = toRow + 1;
    column.value = toColumn + 1;
  };
  const sides = [
    { name: t.convolution, field: convolution },
    { name: t.attention, field: attention },
  ];
  return (
    <figure class="fig-receptive-field" data-done="true">
      <div class="settings">
        <Slider label={t.layers} value={layers} min={1} max={8} step={1} />
        <Slider
          label={t.kernel}
          value={kernel}
          min={3}
          max={7}
          step={2}
          show={(value) => `${value} × ${value}`}
        />
        <Slider label={t.row} value={row} min={1} max={16} step={1} />
        <Slider label={t.column} value={column} min={1} max={16} step={1} />
      </div>
      <div class="sides settings">
        {sides.map(({ name, field }) => (
          <div key={name}>
            <p>
              <strong>{name}</strong>
              <br />
              <span class="quiet number">{fill(t.sees, { seen: field.seen, all: pixels.length })}</span>
            </p>
            <FieldImage
              field={field}
              row={r}
              column={c}
              label={fill(t.grid, { name, seen: field.seen, row: row.value, column: column.value })}
              onMove={move}
            />
          </div>
        ))}
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}
