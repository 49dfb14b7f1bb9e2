import { expect, onTestFinished, test, vi } from "vitest";
import { all, button, css, downloads, focus, press, windowOf } from "../shown.ts";
import { openReady } from "./beside.ts";

const broken = "?broken=e2.self.2-off,d1.cross.2-off";

/** Gives the browser other means of sharing for a test. */
function replace(name: "share" | "canShare" | "clipboard", value: unknown): void {
  Object.defineProperty(navigator, name, { configurable: true, value });
  onTestFinished(() => void Reflect.deleteProperty(navigator, name));
}

test("gives a card of what heads were broken: saved, with its link copied, by keyboard too", async () => {
  const saved = downloads();
  const writeText = vi.fn(async (_: string): Promise<void> => {});
  replace("canShare", undefined);
  replace("clipboard", { writeText });
  for (const width of [1280, 375]) {
    await windowOf(width);
    await openReady(broken);
    await focus(button("Share"));
    await press("{Enter}");
    const { name, bytes } = await saved.next();
    expect(name).toBe("transformer.png");
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    expect([image.width, image.height]).toEqual([1200, 630]);
    await expect.element(css(".toast")).toHaveTextContent("Link copied");
    const copied = new URL(writeText.mock.lastCall![0]);
    expect(copied.pathname).toMatch(/\/transformer\/$/);
    expect(copied.searchParams.get("broken")).toBe("e2.self.2-off,d1.cross.2-off");
  }
});

test("gives the card by the device’s own means where it has some, and nothing else where the reader decides not to", async () => {
  const clicks = vi.spyOn(HTMLAnchorElement.prototype, "click");
  const share = vi.fn(async (_: ShareData): Promise<void> => {});
  replace("canShare", () => true);
  replace("share", share);
  await openReady(broken);
  await button("Share").click();
  await expect.poll(() => share.mock.calls.length).toBe(1);
  const [{ files = [], url, title }] = share.mock.lastCall!;
  expect(files.map(({ name, type }) => [name, type])).toEqual([["transformer.png", "image/png"]]);
  expect(url).toContain("/transformer/?broken=");
  expect(title).toMatch(/^2 heads: “il” became “elle”!$/);
  share.mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  await button("Share").click();
  await expect.poll(() => share.mock.calls.length).toBe(2);
  expect(clicks).not.toHaveBeenCalled();
  expect(all(".toast p")).toEqual([]);
});
