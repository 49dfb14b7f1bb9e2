import { type Color, eachPixel, type Scene, size, type Thing } from "@saccade/examples/caption-scenes";
import { cells } from "@saccade/examples/captioner";
import type { JSX } from "preact";

interface PictureProps {
  readonly scene: Scene;
  /** A weight for each cell. */
  readonly weights: readonly number[];
  /** The weight that fills a cell. */
  readonly full: number;
  /** True for cells that the network sees. */
  readonly visible: readonly boolean[];
  readonly label: string;
}

const side = size / cells; // of a cell, in pixels of the image

/** The image, what the network does not see of it, and a square on each cell, as large as its weight. */
export function Picture({ scene, weights, full, visible, label }: PictureProps): JSX.Element {
  return (
    <svg class="picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect class="ground" width={size} height={size} />
      {scene.things.map((thing, i) => (
        <path key={i} class={thing.color satisfies Color} d={pixels(thing)} />
      ))}
      <path class="unseen-cells" d={each((cell, x, y) => (visible[cell] ? "" : square(x, y, side)))} />
      {weights.map((weight, cell) => {
        const edge = 0.94 * side * Math.sqrt(Math.min(1, weight / full));
        const [x, y] = [(cell % cells) * side, Math.floor(cell / cells) * side];
        const inset = (side - edge) / 2;
        return (
          <rect
            key={cell}
            class="weight"
            data-cell={cell}
            x={x + inset}
            y={y + inset}
            width={edge}
            height={edge}
          />
        );
      })}
    </svg>
  );
}

function each(draw: (cell: number, x: number, y: number) => string): string {
  return Array.from({ length: cells * cells }, (_, cell) =>
    draw(cell, (cell % cells) * side, Math.floor(cell / cells) * side),
  ).join("");
}

function square(x: number, y: number, edge: number): string {
  return `M${x} ${y}h${edge}v${edge}h${-edge}z`;
}

function pixels(thing: Thing): string {
  let path = "";
  eachPixel(thing, (row, column) => {
    path += square(column, row, 1);
  });
  return path;
}
