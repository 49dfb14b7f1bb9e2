import type { TargetedPointerEvent } from "preact";

/** Where a pointer is in an element, in its own pixels from its left and upper edge: fewer than the screen's where it is zoomed. */
export function pointIn(element: Element, event: MouseEvent): readonly [x: number, y: number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  return [(x * element.clientWidth) / width, (y * element.clientHeight) / height];
}

interface Dragging {
  onPointerDown(event: TargetedPointerEvent<SVGElement>): void;
  onPointerMove(event: TargetedPointerEvent<SVGElement>): void;
}

/** The handlers of a ground in a drawing: what is dragged on it follows the pointer, from where it is pressed, in pixels. */
export function draggedTo(follow: (x: number, y: number) => void): Dragging {
  const tell = (event: TargetedPointerEvent<SVGElement>): void => {
    const svg = event.currentTarget.ownerSVGElement;
    if (svg !== null) follow(...pointIn(svg, event));
  };
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      tell(event);
    },
    onPointerMove(event) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) tell(event);
    },
  };
}

/** A custom property, such as "--blue", as a colour that a canvas takes: light-dark() means something to elements only. */
export function colorOf(element: Element, property: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  // Beside the element, which may be a canvas and have no parts.
  element.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
