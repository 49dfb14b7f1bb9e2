export type Move = "next" | "previous" | "first" | "last";

const moves: Readonly<Record<string, Move>> = {
  ArrowRight: "next",
  PageDown: "next",
  ArrowLeft: "previous",
  PageUp: "previous",
  Home: "first",
  End: "last",
};

/** The action of a key, unless it belongs to the focused element. */
export function moveOf(event: KeyboardEvent): Move | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const element = target instanceof Element ? target : document.body;
  if (element.closest("input, select, textarea, [contenteditable], [role=slider], [role=grid]") !== null)
    return null;
  if (key === " " && element.closest("button, a, summary, [tabindex='0']") === null)
    return event.shiftKey ? "previous" : "next";
  const move = event.shiftKey ? undefined : moves[key];
  // Arrows scroll a wide formula or program that has the focus.
  const wide = element.matches("[tabindex='0']") && element.scrollWidth > element.clientWidth;
  return move === undefined || (wide && key.startsWith("Arrow")) ? null : move;
}
