import { useWidth } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Lines from the encoder's output to each cross-attention, drawn over the blocks of the element that they are in. */
export function MemoryLines(): JSX.Element {
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
