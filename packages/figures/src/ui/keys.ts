/** The step of an arrow key among rows and columns; undefined for other keys. */
export const arrows: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface SliderRange {
  readonly least: number;
  readonly most: number;
  /** The step of an arrow key, and that of Page Up and Page Down. */
  readonly step: number;
  readonly page: number;
}

/** Where a key moves a slider of WAI-ARIA to; undefined for other keys. It may lie outside the range. */
export function keyTarget(
  key: string,
  now: number,
  { least, most, step, page }: SliderRange,
): number | undefined {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return now - step;
    case "ArrowRight":
    case "ArrowUp":
      return now + step;
    case "PageDown":
      return now - page;
    case "PageUp":
      return now + page;
    case "Home":
      return least;
    case "End":
      return most;
    default:
      return undefined;
  }
}
