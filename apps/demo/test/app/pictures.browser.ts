import { expect, test } from "vitest";
import { button, downloads, expectNoOverflow, open, texts, windowOf } from "../shown.ts";

test("saves a figure as an SVG that needs no style sheet, and as a PNG of twice its size", async () => {
  const saved = downloads();
  await open("#/");
  await expect.poll(() => texts(".translation-arcs .word")).toContain("cheval");
  const title = "Arcs between the words of a sentence and its translation";
  const save = async (format: string): Promise<Uint8Array<ArrayBuffer>> => {
    await button(`Save “${title}” as ${format}`).click();
    const { name, bytes } = await saved.next();
    expect(name).toBe(`translation.${format.toLowerCase()}`);
    return bytes;
  };
  const svg = new TextDecoder().decode(await save("SVG"));
  expect(svg.slice(0, 2000)).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg.match(/ (class|style|role|tabindex|aria-[a-z]+)=|var\(|oklab/gi)).toBeNull();
  expect(svg).toContain(`<title>${title}</title>`);
  // Under it, in lines: what it says, and where.
  const foot = svg.slice(svg.lastIndexOf("</g>")).match(/(?<=>)[^<]+(?=<\/text>)/g) ?? [];
  const said = document.querySelector(".translation-arcs svg")?.getAttribute("aria-label") ?? "?";
  expect(foot.join("").replaceAll(" ", "")).toContain(said.replaceAll(" ", ""));
  expect(foot.join("")).toMatch(/opening\/$/);
  expect(svg).toMatch(/<path [^>]*stroke="#[0-9a-f]{6}"/);
  expect(svg).toContain(">cheval</text>");
  const [width, height] = ["width", "height"].map((name) =>
    Number(new RegExp(`<svg [^>]*\\b${name}="([\\d.]+)"`).exec(svg)?.[1]),
  );
  const image = await createImageBitmap(new Blob([await save("PNG")], { type: "image/png" }));
  expect(image.width).toBe(Math.ceil(2 * (width ?? 0)));
  expect(image.height).toBe(Math.ceil(2 * (height ?? 0)));
});

/** The largest strip without a drawing at an edge of a PNG, in its pixels. */
async function emptyEdge(png: Uint8Array<ArrayBuffer>): Promise<number> {
  const image = await createImageBitmap(new Blob([png], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  if (context === null) throw new Error("there is no canvas");
  context.drawImage(image, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
  const pixels = new Uint32Array(data.buffer);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x] === pixels[0]) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y];
    }
  }
  return Math.max(left, top, width - 1 - right, height - 1 - bottom);
}

test.each([
  ...["opening", "opening?s=a+cat", "kernel-regression", "scoring", "transformer"],
  ...["transformer?s=the", "transformer?at=e1.self&query=2", "transformer?at=d1.cross", "language-model"],
])("no picture that is saved of %s has empty edges, at any width", async (at) => {
  const saved = downloads();
  await open(`#/${at}`);
  for (const width of [1280, 900, 375]) {
    await windowOf(width, 800);
    window.scrollTo(0, document.body.scrollHeight); // what waits until it is near
    const buttons = button(/^Save “.*” as PNG$/);
    await expect.element(buttons.first()).toBeInTheDocument();
    await expectNoOverflow();
    for (const one of buttons.elements()) {
      (one as HTMLElement).click();
      const { bytes } = await saved.next();
      expect(await emptyEdge(bytes), `${one.getAttribute("aria-label")} at ${width}`).toBeLessThanOrEqual(
        2 * 24,
      );
    }
  }
});
