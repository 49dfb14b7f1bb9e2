import { colorOf } from "@saccade/figures/ui";
import { copyLink, type Shell } from "../app/shell.ts";
import { backgroundOf, imageOf, pngFile, type StandaloneSvg, wrapped } from "./picture.ts";
import { saveFile } from "./save-file.ts";
import { addressToShare, shownAddress } from "./shared-address.ts";

/** A picture to give on: what was done, and the address where it can be seen. */
export interface Card {
  readonly title: string;
  readonly lines: readonly CardLine[];
  /** Drawn in the room that is left. */
  readonly picture?: StandaloneSvg;
}

export interface CardLine {
  /** What the text is, such as "Before"; empty for a sentence of the card's own. */
  readonly label: string;
  readonly text: string;
}

/** Of every card, in pixels: what sites show of a page. */
export const cardSize = { width: 1200, height: 630 };
const margin = 64;

/** Draws a card in the colors of the page; the more it says, the smaller its letters. */
export async function cardPng({ title, lines, picture }: Card, address: string): Promise<Blob> {
  const { width, height } = cardSize;
  const canvas = Object.assign(document.createElement("canvas"), cardSize);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("there is no canvas here");
  const { body } = document;
  const [serif, sans] = ["--serif", "--sans"].map((name) => getComputedStyle(body).getPropertyValue(name));
  const room = width - 2 * margin;
  pen.fillStyle = backgroundOf(body);
  pen.fillRect(0, 0, width, height);
  const write = (text: string, y: number, font: string, color: string): void => {
    pen.font = font;
    pen.fillStyle = colorOf(body, color);
    pen.fillText(text, margin, y);
  };
  const foot = wrapped(address, room, `22px ${sans}`);
  const bottom = height - 36 - 28 * foot.length;
  /** The height of the lines in letters of this size, which are written where `isDone`. */
  const fit = (size: number, isDone: boolean): number => {
    let y = 140;
    for (const { label, text } of lines) {
      if (label !== "" && isDone) write(label, y + 0.6 * size, `${0.6 * size}px ${sans}`, "--quiet");
      if (label !== "") y += 0.75 * size;
      const font = `${size}px ${sans}`;
      for (const line of wrapped(text, room, font)) {
        if (isDone) write(line.text, y + size, font, "--ink");
        y += 1.3 * size;
      }
      y += 0.35 * size;
    }
    return y;
  };
  let size = 36;
  while (size > 12 && fit(size, false) > (picture === undefined ? bottom : bottom - 160)) size--;
  write(title, 100, `500 48px ${serif}`, "--ink");
  const top = fit(size, true);
  if (picture !== undefined) {
    const scale = Math.min(room / picture.width, (bottom - 20 - top) / picture.height);
    pen.drawImage(await imageOf(picture), margin, top, picture.width * scale, picture.height * scale);
  }
  for (const [i, { text }] of foot.entries()) write(text, bottom + 28 * (i + 1), `22px ${sans}`, "--quiet");
  return pngFile(canvas);
}

/** Gives a card of the present state on: by the device's own means, else as a download and a copied link. */
export async function shareCard(shell: Shell, name: string, card: Card): Promise<void> {
  const address = addressToShare(shell);
  const png = await cardPng(card, shownAddress(address));
  const file = new File([png], `${name}.png`, { type: "image/png" });
  const offer = { files: [file], title: card.title, url: address };
  if (navigator.canShare?.(offer) === true && (await isShared(offer))) return;
  saveFile(file.name, file);
  await copyLink(shell, address);
}

/** Whether the reader has shared it or has decided not to; false where the browser refused. */
async function isShared(offer: ShareData): Promise<boolean> {
  return navigator.share(offer).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === "AbortError",
  );
}
