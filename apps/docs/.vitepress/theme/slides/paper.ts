import { wake } from "../when-awake.ts";
import { fit } from "./fit.ts";

const root = document.documentElement;
/** For slides alone: other pages are printed on the reader's paper. */
const pageSize = document.createElement("style");
pageSize.textContent = "@page { size: 1280px 720px; margin: 0; }";
let wasDark = false;

/** Shows every slide with a figure until the figure is there: figures come when they are seen. */
export async function loadFigures(
  slides: readonly HTMLElement[],
  show: (index: number) => void,
): Promise<void> {
  wake();
  for (const [i, slide] of slides.entries()) {
    const figures = [...slide.querySelectorAll<HTMLElement>(".live-figure")];
    if (figures.length > 0) show(i);
    await Promise.all(figures.map(settled));
  }
}

function settled(figure: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const look = (): boolean => figure.dataset["state"] !== "waiting";
    if (look()) return resolve();
    const observer = new MutationObserver(() => {
      if (!look()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(figure, { attributes: true });
  });
}

/** Lays the slides out one below the other, a page each, in the colours of paper. */
export function putOnPaper(slides: readonly HTMLElement[]): void {
  if (!root.classList.contains("slides-paper")) wasDark = root.classList.contains("dark");
  root.classList.add("slides-paper");
  root.classList.remove("dark");
  for (const slide of slides) {
    slide.hidden = false;
    fit(slide, "paper");
  }
}

/** Goes back to the screen. */
export function leavePaper(): void {
  root.classList.remove("slides-paper");
  root.classList.toggle("dark", wasDark);
}

/** Sets the size of printed pages, and returns what takes it back. */
export function setPageSize(): () => void {
  document.head.append(pageSize);
  return () => pageSize.remove();
}
