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
