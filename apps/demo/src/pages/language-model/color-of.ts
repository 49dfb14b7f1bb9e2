/** A custom property of an element as a colour that a canvas takes: light-dark() means something to elements only. */
export function colorOf(element: HTMLElement, property: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  element.parentElement?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
