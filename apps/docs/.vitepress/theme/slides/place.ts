/** The slide of an address: #/3 is the third, #the-formula the one with this heading. The first, if there is none. */
export function slideAt(hash: string, slides: readonly HTMLElement[]): number {
  const number = /^#\/(\d+)$/.exec(hash)?.[1];
  if (number !== undefined) return Number(number) - 1;
  const id = decodeURIComponent(hash.slice(1));
  return Math.max(
    0,
    slides.findIndex((slide) => id !== "" && slide.querySelector(`[id="${CSS.escape(id)}"]`) !== null),
  );
}
