import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, Table as HeadedTable, useRoving, useWidth } from "../ui/index.ts";
import "./broadcasting.css";
import {
  alignedDims,
  alone,
  type Cell,
  type Table as Cells,
  type ShapeName,
  shapeNames,
  shapes,
  sumOf,
} from "./cells.ts";
import type en from "./en.json";

/** The class of each table's colour. */
const colours = { a: "orange", b: "blue", sum: "green" } as const;

const nameOf = (name: string, index: readonly number[]): string => `${name}[${index.join(", ")}]`;
const textOf = (shape: readonly number[]): string => `(${shape.join(", ")})`;

/** Two tensors of chosen shapes, and their sum cell by cell. */
export function Figure({ t }: FigureProps<typeof en>) {
  const [aName, bName] = [useSignal<ShapeName>("(3, 1)"), useSignal<ShapeName>("(1, 4)")];
  const at = useSignal<readonly [number, number]>([1, 2]);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const [aShape, bShape] = [shapes[aName.value], shapes[bName.value]];
  const result = useMemo(() => sumOf(aShape, bShape), [aShape, bShape]);
  const dims = alignedDims(aShape, bShape);
  const fits = !(result instanceof Error);
  const [a, b] = fits ? [result.a, result.b] : [alone(aShape, 10), alone(bShape, 1)];

  const rowsOf = (x: readonly (readonly Cell[])[]): number => x.length;
  const columns = Math.max(a[0]!.length, b[0]!.length);
  // Wide: a + b = sum in one line. Narrow: the sum below.
  const isWide = width >= 480;
  const sign = 30;
  const side = Math.min(46, (width - (isWide ? 2 : 1) * sign) / ((isWide ? 3 : 2) * 4));
  const [top, block] = [24, columns * side];
  const rows = Math.max(rowsOf(a), rowsOf(b));
  const second = isWide ? top : top + rows * side + 30;
  const sumLeft = isWide ? 2 * (block + sign) : sign;
  const height = (fits && !isWide ? second + rows * side : top + rows * side) + 4;
  const chosen = [Math.min(at.value[0], rows - 1), Math.min(at.value[1], columns - 1)] as const;
  const none = [-1, -1] as const;
  const says = (row: number, column: number): string => {
    const [x, y] = [a[row]![column]!, b[row]![column]!];
    return `${nameOf("a", x.index)} + ${nameOf("b", y.index)} = ${x.value} + ${y.value}`;
  };
  const repeats = fits && [a, b].some((table) => table.flat().some(({ own }) => !own));
  const value = fits ? result.sum[chosen[0]]![chosen[1]]! : undefined;
  return (
    <figure class="fig-broadcasting" data-done="true">
      <div class="settings">
        <Choice legend={fill(t.shapeOf, { name: "a" })} value={aName} names={shapeNames} />
        <Choice legend={fill(t.shapeOf, { name: "b" })} value={bName} names={shapeNames} />
      </div>
      <HeadedTable
        caption={t.dims}
        rows={[
          ...(["a", "b"] as const).map((name) => <span class={`way ${colours[name]}`}>{name}</span>),
          t.result,
        ]}
        cells={(i) => {
          const name = (["a", "b"] as const)[i];
          return dims.map((dim, j) => {
            const text = name !== undefined ? (dim[name] ?? "1") : dim.fits ? dim.out : "✗";
            const isMissing = name !== undefined && dim[name] === null;
            return (
              <td key={j} class={dim.fits ? (isMissing ? "missing" : "") : "clash wrong strong"}>
                {text}
              </td>
            );
          });
        }}
      />
      <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`}>
        <Table
          name="a"
          title={`a ${aName.value}`}
          cells={a}
          left={0}
          chosen={fits ? chosen : none}
          label={fill(t.table, { name: "a", shape: textOf(fits ? result.shape : aShape) })}
          {...{ top, side }}
        />
        <text class="sign" x={block + sign / 2} y={top + (rows * side) / 2} dy="0.35em" aria-hidden="true">
          {fits ? "+" : "✗"}
        </text>
        <Table
          name="b"
          title={`b ${bName.value}`}
          cells={b}
          left={block + sign}
          chosen={fits ? chosen : none}
          label={fill(t.table, { name: "b", shape: textOf(fits ? result.shape : bShape) })}
          {...{ top, side }}
        />
        {fits && (
          <>
            <text
              class="sign"
              x={sumLeft - sign / 2}
              y={second + (rows * side) / 2}
              dy="0.35em"
              aria-hidden="true"
            >
              =
            </text>
            <Table
              name="sum"
              title={`${t.result} ${textOf(result.shape)}`}
              cells={result.sum}
              left={sumLeft}
              top={second}
              side={side}
              chosen={chosen}
              label={fill(t.table, { name: t.result, shape: textOf(result.shape) })}
              choose={(row, column) => {
                at.value = [row, column];
              }}
              says={(row, column) =>
                fill(t.cell, { value: result.sum[row]![column]!.value, from: says(row, column) })
              }
            />
          </>
        )}
      </svg>
      <p class="says number" role="status">
        {value ? (
          `${nameOf("(a + b)", value.index)} = ${says(...chosen)} = ${value.value}`
        ) : (
          <>
            {t.wrong} <code>{(result as Error).message}</code>
          </>
        )}
      </p>
      <p class="quiet keys flow" aria-hidden="true">
        <span class="own">{t.own}</span>
        <span class="repeated">{t.repeated}</span>
      </p>
      <figcaption>{fits ? fill(t.fits, { shape: textOf(result.shape), repeats }) : null}</figcaption>
    </figure>
  );
}

interface TableProps {
  readonly name: "a" | "b" | "sum";
  readonly title: string;
  readonly cells: Cells;
  readonly left: number;
  readonly top: number;
  /** The side of a cell. */
  readonly side: number;
  readonly chosen: readonly [row: number, column: number];
  readonly label: string;
  /** Given for the table whose cells are chosen. */
  readonly choose?: (row: number, column: number) => void;
  readonly says?: (row: number, column: number) => string;
}

/** A tensor as it is read: cells that are repeats are dashed. */
function Table(props: TableProps) {
  const { name, title, cells, left, top, side, chosen, label, choose, says } = props;
  const group = useRoving("rect");
  return (
    <g
      ref={choose ? group : null}
      class={`table ${name} ${colours[name]}`}
      role={choose ? "group" : "img"}
      aria-label={label}
    >
      <text x={left} y={top - 8} aria-hidden="true">
        {title}
      </text>
      {cells.map((row, i) =>
        row.map(({ value, own }, j) => {
          const isChosen = i === chosen[0] && j === chosen[1];
          const [x, y] = [left + j * side, top + i * side];
          return (
            <g key={`${i} ${j}`} class={`cell${own ? " own" : ""}${isChosen ? " chosen" : ""}`}>
              <rect
                x={x + 2}
                y={y + 2}
                width={side - 4}
                height={side - 4}
                rx={2}
                {...(choose && {
                  role: "button",
                  tabindex: 0,
                  "aria-label": says?.(i, j),
                  "aria-pressed": isChosen,
                  "data-cell": `sum ${i} ${j}`,
                  onFocus: () => choose(i, j),
                  onPointerEnter: () => choose(i, j),
                  onClick: () => choose(i, j),
                })}
              />
              <text class="inside" x={x + side / 2} y={y + side / 2} dy="0.35em" aria-hidden="true">
                {value}
              </text>
            </g>
          );
        }),
      )}
    </g>
  );
}
