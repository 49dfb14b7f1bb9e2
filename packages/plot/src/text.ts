const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The user-perceived characters of a text, so that an accent stays on its letter. */
function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** The text with control characters shown as their pictures: no newline or escape reaches a drawing. */
export function printable(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    const lost = (code > 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff) || code >= 0xfffe;
    return lost && code < 0x10000 ? "\ufffd" : char;
  }).join("");
}

/** How many terminal columns a text takes: two for wide characters, none for a bare joiner. */
export function displayWidth(text: string): number {
  return graphemes(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** Pads a text to a number of terminal columns. */
export function padDisplay(text: string, width: number, side: "start" | "end"): string {
  const padding = " ".repeat(Math.max(0, width - displayWidth(text)));
  return side === "start" ? padding + text : text + padding;
}

/** A generous guess of a text's width in pixels, for laying out labels without measuring them. */
export function textWidth(text: string, fontSize: number): number {
  let em = 0;
  for (const grapheme of graphemes(text)) {
    if (graphemeWidth(grapheme) === 2) em += 1.05;
    else if (/^[iljtfrI.,:;'|! ]/.test(grapheme)) em += 0.38;
    else if (/^[mwMW@%—]/.test(grapheme)) em += 0.95;
    else em += 0.63;
  }
  return em * fontSize;
}

function graphemeWidth(grapheme: string): number {
  if (/^[\p{Mark}\p{Format}]+$/u.test(grapheme)) return 0;
  const code = grapheme.codePointAt(0) ?? 0;
  return isWide(code) || grapheme.includes("\ufe0f") || /^\p{Emoji_Presentation}/u.test(grapheme) ? 2 : 1;
}

/** Unicode's East Asian Wide and Fullwidth blocks. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf && code !== 0x303f) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}

/** A text cut to a width in pixels, with an ellipsis where something is missing. */
export function clip(text: string, width: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  let kept = "";
  for (const grapheme of graphemes(text)) {
    if (textWidth(`${kept}${grapheme}…`, fontSize) > width) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/** A text's lines, broken between words, each of at most a width in pixels; the last is cut where there are too many. */
export function wrap(text: string, width: number, fontSize: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || lines.length === most - 1 || textWidth(longer, fontSize) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((each) => clip(each, width, fontSize));
}

/** A token as it is drawn: a line break as an arrow, which more fonts have than its control picture. */
function tokenText(token: string): string {
  return printable(token.replaceAll(/\r?\n/g, "↵"));
}

/** A token on a label: without the spaces around it, unless it is nothing else. */
export function labelOf(token: string): string {
  const shown = tokenText(token);
  return shown.trim() === "" ? shown.replaceAll(/\s/g, "·") || "∅" : shown.trim();
}

/** A token as sentences name it: quotation marks show its spaces. */
export function quoted(token: string): string {
  return `“${tokenText(token)}”`;
}

/** A token whose spaces count, such as a prediction: " the" and "the" are two tokens. */
export function spacedToken(token: string): string {
  return tokenText(token).replaceAll(/^\s|\s$/g, "·") || "∅";
}

/** Labels of rows or columns that have none: "0", "1", … */
export function numbered(n: number): string[] {
  return Array.from({ length: n }, (_, i) => String(i));
}
