import { JSDOM } from "jsdom";

/** Answers every call, and draws nothing. */
function silent<T extends object>(target: T): T {
  return new Proxy(target, { get: (own, key) => Reflect.get(own, key) ?? (() => {}), set: () => true });
}

const context = silent({
  createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(4 * width * height) }),
  measureText: () => ({ width: 0 }),
});

function Path(): object {
  return silent({});
}

class Observer {
  observe(): void {}
  disconnect(): void {}
}

/**
 * Gives the examples of page functions a page: jsdom's document, an element and a canvas. jsdom draws nothing, so the canvas
 * accepts drawing calls without showing anything; tests in a browser check the pictures.
 */
export function installPage(): { readonly element: HTMLElement; readonly canvas: HTMLCanvasElement } {
  const { window } = new JSDOM("<!doctype html><body></body>", { pretendToBeVisual: true });
  const { document, navigator, getComputedStyle, requestAnimationFrame, CustomEvent, HTMLElement } = window;
  Object.assign(window.HTMLCanvasElement.prototype, { getContext: () => context });
  const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  const own = { matchMedia, Path2D: Path, ResizeObserver: Observer, devicePixelRatio: 1 };
  const fromPage = { document, navigator, getComputedStyle, requestAnimationFrame, CustomEvent, HTMLElement };
  Object.assign(window, own);
  for (const [name, value] of Object.entries({ window, ...fromPage, ...own }))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  const element = document.body.appendChild(document.createElement("div"));
  return { element, canvas: document.createElement("canvas") };
}
