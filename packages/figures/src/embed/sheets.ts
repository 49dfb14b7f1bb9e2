// The style sheets of the figures, for shadow roots. The build (vite.config.ts) calls `addSheet` for each one that a module imports.
const texts: string[] = [];
const made: CSSStyleSheet[] = [];

/** Adds a style sheet to those of every element that is drawn from now on. */
export function addSheet(text: string): void {
  texts.push(text);
}

/** All style sheets so far, each parsed once. A policy without inline styles allows them: they are objects. */
export function allSheets(): CSSStyleSheet[] {
  for (const text of texts.slice(made.length)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    made.push(sheet);
  }
  return [...made];
}
