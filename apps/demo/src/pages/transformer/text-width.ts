/** As in page.css. */
const fontSize = 16;
const padding = 12;

/** How much larger than usual the page's text is, as for a presenter. */
export function textScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / fontSize;
}

const context: { made: CanvasRenderingContext2D | null } = { made: null };

/** How wide a word is on the drawing, with its padding. */
export function widthOf(word: string): number {
  context.made ??= document.createElement("canvas").getContext("2d");
  const { made } = context;
  if (made === null) return word.length * fontSize * 0.56 + padding;
  made.font = `${fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  return made.measureText(word).width + padding;
}
