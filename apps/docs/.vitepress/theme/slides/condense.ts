import { type Cut, opaque } from "./sentences.ts";

interface Piece {
  readonly node: Text | Element;
  readonly from: number;
  readonly length: number;
}

/** The text of a paragraph, with a sign for each formula and each piece of code. */
export function textOf(paragraph: Element): string {
  return piecesOf(paragraph).text;
}

/** Takes a part of a paragraph's text out of the page. */
export function cut(paragraph: Element, { from, to }: Cut): void {
  const { pieces } = piecesOf(paragraph);
  const range = document.createRange();
  place(pieces, from, (node, offset) => {
    if (node instanceof Text) range.setStart(node, offset);
    else if (offset === 0) range.setStartBefore(node);
    else range.setStartAfter(node);
  });
  place(pieces, to, (node, offset) => {
    if (node instanceof Text) range.setEnd(node, offset);
    else range.setEndAfter(node);
  });
  range.deleteContents();
}

function place(
  pieces: readonly Piece[],
  at: number,
  set: (node: Text | Element, offset: number) => void,
): void {
  const piece = pieces.find(({ from, length }) => at <= from + length) ?? pieces.at(-1);
  if (piece !== undefined) set(piece.node, at - piece.from);
}

function piecesOf(paragraph: Element): { readonly text: string; readonly pieces: readonly Piece[] } {
  const pieces: Piece[] = [];
  let text = "";
  const visit = (node: Node): void => {
    const whole = node instanceof Element && node.matches("code, .katex, svg, img");
    if (whole || node instanceof Text) {
      const part = whole ? opaque : node.data;
      pieces.push({ node, from: text.length, length: part.length });
      text += part;
    } else node.childNodes.forEach(visit);
  };
  paragraph.childNodes.forEach(visit);
  return { text, pieces };
}
