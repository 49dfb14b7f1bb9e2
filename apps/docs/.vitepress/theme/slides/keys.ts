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

/** Calls `turn` when a finger goes from one side to the other outside of figures and of what scrolls sideways. */
export function watchSwipes(element: HTMLElement, turn: (move: Move) => void): () => void {
  let start: Touch | null = null;
  const begin = ({ touches, target }: TouchEvent): void => {
    start = touches.length === 1 && !belongsToFigure(target) ? touches[0]! : null;
  };
  const end = ({ changedTouches: [touch] }: TouchEvent): void => {
    if (start === null || touch === undefined) return;
    const [x, y] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
    start = null;
    if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? "next" : "previous");
  };
  element.addEventListener("touchstart", begin, { passive: true });
  element.addEventListener("touchend", end, { passive: true });
  return () => {
    element.removeEventListener("touchstart", begin);
    element.removeEventListener("touchend", end);
  };
}

function belongsToFigure(target: EventTarget | null): boolean {
  for (
    let element = target instanceof Element ? target : null;
    element !== null;
    element = element.parentElement
  ) {
    if (element.matches(".live-figure, input")) return true;
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX))
      return true;
  }
  return false;
}
