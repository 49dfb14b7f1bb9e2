import { useSignal } from "@preact/signals";
import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pageNamed, pages } from "../pages/table.ts";
import { Button } from "../ui/parts.tsx";
import type { PlaceStore } from "./address.ts";
import { stopPresenting } from "./header.tsx";
import { shellWords, useShell, useWords } from "./shell.ts";

/**
 * The presenter's bar, in place of the menu, over one figure of the page. Keys go to the figure after or before, and on to the
 * next page; the whole page, with its controls, is one button away.
 */
export function PresenterBar(): JSX.Element {
  const t = useWords(shellWords);
  const { store, language } = useShell();
  const here = indexIn(store);
  const [before, after] = [pages[here - 1], pages[here + 1]];
  const bar = useRef<HTMLElement>(null);
  const isWhole = useSignal(false);
  /** The figure that is shown, by its number in the page. */
  const at = useSignal(0);
  const count = useSignal(0);

  useEffect(() => {
    document.documentElement.dataset["presenter"] = "";
    return () => {
      delete document.documentElement.dataset["presenter"];
    };
  }, []);
  useEffect(() => {
    at.value = 0;
  }, [at, here]);
  useEffect(() => {
    const main = document.querySelector("main");
    if (main === null || bar.current === null || isWhole.value) return undefined;
    let [shown, takeBack]: [HTMLElement | undefined, () => void] = [undefined, () => {}];
    const show = (): void => {
      const all = figuresIn(main);
      count.value = all.length;
      const wanted = all[Math.min(at.value, all.length - 1)];
      if (wanted === shown) return;
      takeBack();
      shown = wanted;
      takeBack = wanted === undefined || bar.current === null ? () => {} : fillScreen(wanted, bar.current);
      document.documentElement.toggleAttribute("data-stage", wanted !== undefined);
    };
    show();
    // Pages and parts of them come later, and figures may be recreated.
    const observer = new MutationObserver(show);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      takeBack();
      document.documentElement.removeAttribute("data-stage");
    };
  }, [here, at.value, isWhole.value, count]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === undefined || event.defaultPrevented) return;
      event.preventDefault();
      if (step === "end") {
        stopPresenting(store);
        return;
      }
      const way = step === "next" ? 1 : -1;
      const figure = at.peek() + way;
      if (!isWhole.peek() && figure >= 0 && figure < count.peek()) {
        at.value = figure;
        return;
      }
      // Asked now: keys may come faster than pages are drawn.
      const page = pages[indexIn(store) + way];
      if (page !== undefined) store.open(page.name);
    };
    // The browser takes Escape for itself when it ends the full screen.
    const onScreen = (): void => {
      if (document.fullscreenElement === null) stopPresenting(store);
    };
    window.addEventListener("keydown", onKey);
    document.addEventListener("fullscreenchange", onScreen);
    return () => {
      window.removeEventListener("keydown", onKey);
      document.removeEventListener("fullscreenchange", onScreen);
    };
  }, [store, at, count, isWhole]);
  return (
    <nav class="presenter flow" aria-label={t.presenting} ref={bar}>
      {before && <a href={store.hrefOf(before.name)}>← {before.title[language.value]}</a>}
      <span title={t.presenterKeys}>
        {here < 0
          ? pageNamed(store.place.value.page).title[language.value]
          : fill(t.pageOf, { here: here + 1, all: pages.length })}
        {!isWhole.value &&
          count.value > 1 &&
          ` · ${fill(t.figureOf, { here: Math.min(at.value + 1, count.value), all: count.value })}`}
      </span>
      {after && <a href={store.hrefOf(after.name)}>{after.title[language.value]} →</a>}
      <Button
        aria-pressed={isWhole.value}
        text={t.wholePage}
        onClick={() => (isWhole.value = !isWhole.value)}
      />
      <Button title="Esc" text={t.endPresenting} onClick={() => stopPresenting(store)} />
    </nav>
  );
}

/** The place of the present page in the walk; -1 for one beside it. */
function indexIn(store: PlaceStore): number {
  return pages.indexOf(pageNamed(store.place.value.page));
}

/** The step that a key asks for: to the next page, to the one before, or out; undefined for other keys. */
function stepOf(event: KeyboardEvent): "next" | "previous" | "end" | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === "Escape") return "end";
  // The keys of a presenter's remote control.
  if (event.key === "PageDown") return "next";
  if (event.key === "PageUp") return "previous";
  const inControl =
    event.target instanceof Element &&
    event.target.closest("input, select, textarea, button, svg, [tabindex='0'], [role]") !== null;
  if (inControl) return undefined;
  return event.key === "ArrowRight" ? "next" : event.key === "ArrowLeft" ? "previous" : undefined;
}

const shown = "figure, [data-figure]";

/** The figures of the page, and what belongs together with one (`data-figure`), in its order. One in another is a part of it. */
function figuresIn(main: Element): HTMLElement[] {
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
function fillScreen(figure: HTMLElement, bar: Element): () => void {
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
