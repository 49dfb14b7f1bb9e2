import { type Color, eachPixel, type Scene, size, type Thing } from "@saccade/examples/caption-scenes";
import { cells } from "@saccade/examples/captioner";
import type { JSX } from "preact";

interface PictureProps {
  readonly scene: Scene;
  /** A weight for each cell. */
  readonly weights: readonly number[];
  /** The weight that lights a cell fully. */
  readonly full: number;
  /** True for cells that the network sees. */
  readonly visible: readonly boolean[];
  readonly label: string;
}

const side = size / cells; // of a cell, in pixels of the image

/** The image, what the network does not see of it, and a shade over each cell, the thinner the more weight it has. */
export function Picture({ scene, weights, full, visible, label }: PictureProps): JSX.Element {
  return (
    <svg class="picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect class="ground" width={size} height={size} />
      {scene.things.map((thing, i) => (
        <path key={i} class={thing.color satisfies Color} d={pixels(thing)} />
      ))}
      <path class="unseen-cells" d={each((cell, x, y) => (visible[cell] ? "" : square(x, y, side)))} />
      {weights.map((weight, cell) => (
        <rect
          key={cell}
          class="shade"
          x={(cell % cells) * side}
          y={Math.floor(cell / cells) * side}
          width={side}
          height={side}
          opacity={1 - Math.min(1, weight / full)}
        />
      ))}
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
