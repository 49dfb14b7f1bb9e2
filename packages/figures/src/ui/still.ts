/** How a picture without a page is drawn: on a phone's width, or on a chapter's. */
export interface StillSize {
  /** Of drawings that fill the figure; undefined for what each takes before it knows. */
  readonly width: number | undefined;
  readonly isNarrow: boolean;
}

let size: StillSize | null = null;

/** Draws at a size, where there is no page to ask. */
export function drawnAt<T>(given: StillSize, draw: () => T): T {
  size = given;
  try {
    return draw();
  } finally {
    size = null;
  }
}

/** The size at which a picture is drawn now; null in a page. */
export function stillSize(): StillSize | null {
  return size;
}
