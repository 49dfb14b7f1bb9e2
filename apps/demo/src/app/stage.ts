const shown = "figure, [data-figure]";

/** The figures of the page, and what belongs together with one (`data-figure`), in its order. One in another is a part of it. */
export function figuresIn(main: Element): HTMLElement[] {
  return [...main.querySelectorAll<HTMLElement>(shown)].filter(
    (figure) => !figure.parentElement?.closest(shown) && figure.getClientRects().length > 0,
  );
}

/** Pixels around and below the figure. */
const margin = 24;
/** How much larger a figure may be shown: the first that fits. */
const zooms = [2.4, 2, 1.7, 1.4, 1.2, 1, 0.8];

/**
 * Lets a figure fill the window below the bar: as large as it fits, drawn for the width that is then left. Returns what takes
 * it back.
 */
export function fillScreen(figure: HTMLElement, bar: Element): () => void {
  let [isOver, round] = [false, 0];
  const set = (zoom: number): boolean => {
    const top = bar.getBoundingClientRect().bottom;
    const lengths = { top, width: window.innerWidth - 2 * margin, room: window.innerHeight - top - margin };
    for (const [name, length] of Object.entries(lengths))
      figure.style.setProperty(`--${name}`, `${Math.floor(length / zoom)}px`);
    figure.style.setProperty("--zoom", String(zoom));
    return figure.scrollHeight <= lengths.room / zoom && figure.scrollWidth <= figure.clientWidth;
  };
  const fit = async (): Promise<void> => {
    const mine = ++round;
    figure.dataset["presented"] = "fitting";
    for (const zoom of zooms) {
      set(zoom);
      // A drawing follows its width some frames later.
      for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
      if (isOver || mine !== round) return;
      if (set(zoom)) break;
    }
    figure.dataset["presented"] = "";
  };
  const again = (): void => void fit();
  again();
  window.addEventListener("resize", again);
  return () => {
    isOver = true;
    window.removeEventListener("resize", again);
    delete figure.dataset["presented"];
    for (const name of ["top", "width", "room", "zoom"]) figure.style.removeProperty(`--${name}`);
  };
}
