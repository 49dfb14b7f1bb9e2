const controlNames = "button, input, select, summary, [tabindex]";

const controlsOf = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(controlNames)];

/** The place of a control among those of the picture that is in sight; −1 if it is not one of them. */
function placeOf(target: EventTarget | null): number {
  const control = target instanceof Element ? target.closest<HTMLElement>(controlNames) : null;
  const picture = control?.closest(".picture");
  return control && picture ? controlsOf(picture).indexOf(control) : -1;
}

/** The picture shown until a figure's code is loaded. Its controls do nothing yet: clicks and input on them are replayed. */
export class Picture {
  readonly #root: HTMLElement;
  #clicked = -1;

  constructor(root: HTMLElement) {
    this.#root = root;
    root.addEventListener("click", ({ target }) => {
      const place = placeOf(target);
      if (place >= 0) this.#clicked = place;
    });
  }

  get isThere(): boolean {
    return this.#root.childElementCount > 0;
  }

  /** Puts a figure, which is drawn already, in its place: the content below does not move, and focus and click are handed over. */
  giveWayTo(figure: HTMLElement): void {
    if (!this.isThere) return;
    const focused = placeOf(document.activeElement);
    figure.style.minHeight = `${this.#root.offsetHeight}px`;
    addEventListener("resize", () => figure.style.removeProperty("min-height"), { once: true });
    this.#root.replaceChildren();
    const controls = controlsOf(figure);
    controls[focused]?.focus({ preventScroll: true });
    controls[this.#clicked]?.click();
  }
}
