/** Where a pointer is in an element, in its own pixels from its left and upper edge: fewer than the screen's where it is zoomed. */
export function pointIn(element: Element, event: MouseEvent): readonly [x: number, y: number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  return [(x * element.clientWidth) / width, (y * element.clientHeight) / height];
}
