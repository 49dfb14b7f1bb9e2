import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DrawingProps {
  /** Draws anew whenever it changes: give it the same function while nothing has. */
  readonly draw: (document: Document) => SVGSVGElement;
}

/** A figure of @saccade/plot in the page. */
export function Drawing({ draw }: DrawingProps): JSX.Element {
  const into = useRef<HTMLDivElement>(null);
  useEffect(() => into.current?.replaceChildren(draw(document)), [draw]);
  return <div class="scroll" ref={into} />;
}
