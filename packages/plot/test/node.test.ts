import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { heatmap } from "../src/index.ts";
import { type Draw, savePlot, toPng, toSvg } from "../src/node.ts";
import { tokenArcs } from "../src/page.ts";

const draw: Draw = (document) => heatmap([[0, 1]], { xTicks: ["<été>", "a & b"], document });
const page = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" font-family="system-ui, sans-serif">${content}</svg>`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plot-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("toSvg", () => {
  it("gives a complete file that escapes its text", async () => {
    const svg = await toSvg(draw);
    expect(svg).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/,
    );
    expect(svg).toContain("&lt;été&gt;");
    expect(svg).toContain("a &amp; b");
  });

  it("gives a file that XML readers take, with the figures of pages too", async () => {
    const { DOMParser } = new JSDOM().window;
    const arcs: Draw = (document) => tokenArcs([[1]], { tokens: ["<a>"], document });
    for (const one of [draw, arcs]) {
      const read = new DOMParser().parseFromString(await toSvg(one), "image/svg+xml");
      expect(read.documentElement.localName).toBe("svg");
    }
    expect(arcs(new JSDOM().window.document).outerHTML).toMatch(/^<svg [^>]*xmlns="/);
  });

  it("gives the same file twice", async () => {
    expect(await toSvg(draw)).toBe(await toSvg(draw));
  });

  it("refuses a drawing that is not an svg element", async () => {
    const other: Draw = (document) =>
      document.createElementNS("http://www.w3.org/2000/svg", "g") as SVGElement;
    await expect(toSvg(other)).rejects.toThrow("draw must return the svg element it drew");
  });
});

describe("toPng", () => {
  const size = (png: Uint8Array): number[] => {
    const view = new DataView(png.buffer, png.byteOffset);
    return [view.getUint32(16), view.getUint32(20)];
  };

  it("gives a PNG file, twice the drawing's size unless told otherwise", async () => {
    const png = await toPng(page(""));
    expect(Array.from(png.subarray(0, 8))).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(size(png)).toEqual([80, 40]);
    expect(size(await toPng(page(""), { scale: 1 }))).toEqual([40, 20]);
  });

  it("sets real letters, on machines without fonts too", async () => {
    const letter = (text: string): Promise<Uint8Array> => toPng(page(`<text x="9" y="15">${text}</text>`));
    const [none, a, b, accent] = await Promise.all(["", "a", "b", "à"].map(letter));
    expect(a).not.toEqual(none);
    expect(b).not.toEqual(a);
    expect(accent).not.toEqual(a);
  });
});

describe("savePlot", () => {
  it("writes SVG or PNG by the extension, and leaves nothing else behind", async () => {
    await savePlot(join(folder, "a.svg"), draw);
    await savePlot(join(folder, "b.PNG"), draw, { scale: 1 });
    expect(await readFile(join(folder, "a.svg"), "utf8")).toBe(await toSvg(draw));
    expect((await readFile(join(folder, "b.PNG"))).subarray(1, 4).toString()).toBe("PNG");
    expect((await readdir(folder)).sort()).toEqual(["a.svg", "b.PNG"]);
  });

  it("keeps the file that is there when drawing fails", async () => {
    const path = join(folder, "a.svg");
    await writeFile(path, "before");
    await expect(savePlot(path, (document) => heatmap([], { document }))).rejects.toThrow("matrix is empty");
    expect(await readFile(path, "utf8")).toBe("before");
    expect(await readdir(folder)).toEqual(["a.svg"]);
  });

  it("refuses other extensions and folders that do not exist, naming the cure", async () => {
    await expect(savePlot(join(folder, "a.pdf"), draw)).rejects.toThrow(
      'end it in .svg or .png (got ".pdf")',
    );
    await expect(savePlot(join(folder, "a"), draw)).rejects.toThrow("got no extension");
    await expect(savePlot(join(folder, "no", "a.svg"), draw)).rejects.toThrow(
      "does not exist; create it first",
    );
  });
});

describe("the optional packages", () => {
  it.each(["jsdom", "@resvg/resvg-js"])("without %s, the error says what to install", async (name) => {
    const path = join(folder, "a.png");
    const drawn = await toSvg(draw);
    vi.doMock(name, () => {
      throw new Error("absent");
    });
    const cure = `needs the package ${name}, which cannot be imported; npm install jsdom@29 @resvg/resvg-js dejavu`;
    await expect(savePlot(path, draw)).rejects.toThrow(cure);
    await expect(name === "jsdom" ? toSvg(draw) : toPng(drawn)).rejects.toThrow(cure);
    vi.doUnmock(name);
    await savePlot(path, draw);
    expect(await readdir(folder)).toEqual(["a.png"]);
  });
});
