import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Cells, type Rows, useRoving, useWidth } from "../ui/index.ts";
import {
  type AttentionName,
  type BlockName,
  isAttention,
  kindOf,
  type LayerName,
  type Part,
} from "./places.ts";
import "./overview.css";

/** A block of the drawing. */
export interface DrawnBlock {
  readonly place: BlockName;
  readonly name: string;
  readonly note?: string | undefined;
  /** Whether it does nothing. */
  readonly isOff?: boolean;
}

/** A row of blocks, in the order of the computation. */
export interface DrawnSide {
  readonly kind: "encoder" | "decoder";
  readonly name: string;
  readonly before: readonly DrawnBlock[];
  readonly layers: readonly {
    readonly place: LayerName;
    /** Empty where the layer is not to be opened. */
    readonly name: string;
    readonly blocks: readonly DrawnBlock[];
  }[];
  readonly after: readonly DrawnBlock[];
}

interface OverviewProps {
  readonly sides: readonly DrawnSide[];
  /** The connection from the encoder to the decoder. */
  readonly memory: string;
  /** A matrix for each head of an attention. */
  readonly weightsOf: (attention: AttentionName) => readonly Rows[];
  /** The highlighted block. */
  readonly chosen?: BlockName;
  /** The highlighted head, counted from 1. */
  readonly head?: { readonly attention: AttentionName; readonly number: number };
  /** The text of a button for screen readers, where its own does not do; heads count from 1, 0 for none. */
  readonly labelOf: (place: Part, head: number) => string | undefined;
  /** Whether a head, counted from 1, does not do what it was trained to. */
  readonly isBroken?: (attention: AttentionName, head: number) => boolean;
  readonly headName: (head: number) => string;
  readonly onOpen: (place: Part, head: number) => void;
  /** Called when a block is pointed at. */
  readonly onPoint?: (place: BlockName) => void;
}

/** A whole Transformer as two rows of blocks, with the weights of every head. `data-place` says what leads where. */
export function Overview(props: OverviewProps) {
  const { sides, memory } = props;
  const group = useRoving("button");
  return (
    <div class="transformer-overview" ref={group}>
      {sides.map(({ kind, name, before, layers, after }) => (
        <div key={kind} class={`side flow ${kind}`} role="group" aria-label={name}>
          <p class="side-name">{name}</p>
          <Blocks {...props} blocks={before} />
          {layers.map((layer) => (
            <div key={layer.place} class="layer" data-place={layer.place}>
              {layer.name !== "" && (
                <button
                  type="button"
                  class="block-name link"
                  aria-label={props.labelOf(layer.place, 0)}
                  onClick={() => props.onOpen(layer.place, 0)}
                >
                  {layer.name}
                </button>
              )}
              <div class="blocks">
                <Blocks {...props} blocks={layer.blocks} />
              </div>
            </div>
          ))}
          <Blocks {...props} blocks={after} />
          {kind === "encoder" && <span class="memory quiet">{memory}</span>}
        </div>
      ))}
      <MemoryLines />
    </div>
  );
}

function Blocks({ blocks, ...props }: OverviewProps & { readonly blocks: readonly DrawnBlock[] }) {
  const { chosen, labelOf, onOpen, onPoint } = props;
  return (
    <>
      {blocks.map(({ place, name, note, isOff = false }) => {
        const kind = kindOf(place);
        const more = {
          "aria-label": labelOf(place, 0),
          "aria-pressed": chosen === undefined ? undefined : chosen === place,
          onClick: () => onOpen(place, 0),
          onFocus: () => onPoint?.(place),
        };
        const point = (): void => onPoint?.(place);
        return isAttention(place) ? (
          <div key={place} class={`block attention ${kind}`} data-place={place} onPointerEnter={point}>
            <button type="button" class="block-name link" {...more}>
              {name}
            </button>
            <Heads {...props} attention={place} />
          </div>
        ) : (
          <button
            key={place}
            type="button"
            class={`block plain ${kind} ${isOff ? "off" : ""}`}
            data-place={place}
            onPointerEnter={point}
            {...more}
          >
            <span>{name}</span>
            {note !== undefined && <small>{note}</small>}
          </button>
        );
      })}
    </>
  );
}

/** The heads of an attention, each a way in. */
function Heads(props: OverviewProps & { readonly attention: AttentionName }) {
  const { attention, weightsOf, head, labelOf, isBroken, headName, onOpen } = props;
  const classOf = (number: number): string => {
    const isShown = head?.attention === attention && head.number === number;
    return `thumb-button ${isShown ? "shown" : ""} ${isBroken?.(attention, number) ? "broken" : ""}`;
  };
  return (
    <div class="thumbs">
      {weightsOf(attention).map((rows, i) => (
        <button
          key={i}
          type="button"
          class={classOf(i + 1)}
          data-place={`${attention} ${i + 1}`}
          aria-label={labelOf(attention, i + 1)}
          title={headName(i + 1)}
          onClick={() => onOpen(attention, i + 1)}
        >
          <Cells rows={rows} class="thumb" />
        </button>
      ))}
    </div>
  );
}

/** Lines from the encoder's output to each cross-attention, drawn over the blocks. */
function MemoryLines() {
  const { ref, width } = useWidth<HTMLDivElement>(0);
  const svg = useRef<SVGSVGElement>(null);
  const [paths, setPaths] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const whole = svg.current?.parentElement?.parentElement;
    const memory = whole?.querySelector<HTMLElement>(".memory");
    const decoder = whole?.querySelector<HTMLElement>(".decoder");
    if (!whole || !memory || !decoder) return;
    const from = placeIn(whole, memory);
    const level = placeIn(whole, decoder).y - 4;
    setPaths(
      [...whole.querySelectorAll<HTMLElement>(".cross")].map((block) => {
        const to = placeIn(whole, block);
        return `M${from.x + 1.5} ${from.y + memory.offsetHeight}V${level}H${to.x + block.offsetWidth / 2}V${to.y}`;
      }),
    );
  }, [width]);
  return (
    <div class="memory-lines" ref={ref} aria-hidden="true">
      <svg ref={svg}>
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
    </div>
  );
}

/** Where an element is laid out, whatever animation it takes part in. */
function placeIn(whole: HTMLElement, element: HTMLElement): { readonly x: number; readonly y: number } {
  let [x, y] = [0, 0];
  let at: Element | null = element;
  while (at instanceof HTMLElement && at !== whole) {
    x += at.offsetLeft;
    y += at.offsetTop;
    at = at.offsetParent;
  }
  return { x, y };
}
