import { memory } from "@saccade/tensor";
import { afterEach, expect, test } from "vitest";
import { figureNames } from "../src/element.ts";
import { drawn } from "./shown.ts";

afterEach(() => document.body.replaceChildren());

/** Adds an element to the page and waits until it has drawn, or says why not. */
async function added(html: string): Promise<{ element: Element; root: ShadowRoot }> {
  document.body.insertAdjacentHTML("beforeend", html);
  const element = document.body.lastElementChild!;
  // As long as it takes to load the library's sources one by one.
  await expect
    .poll(() => element.shadowRoot?.querySelector(".frame > *") ?? null, { timeout: 100_000 })
    .not.toBeNull();
  await drawn();
  return { element, root: element.shadowRoot! };
}

test.each(figureNames)(
  "%s is drawn in an element, and taken away with it, and with its tensors",
  { tags: "all" },
  async (name) => {
    const left: number[] = [];
    for (const _ of ["what the page keeps for all", "no more"]) {
      const { element, root } = await added(`<saccade-figure name="${name}"></saccade-figure>`);
      const frame = root.querySelector(".frame")!;
      expect(root.querySelector("[role=alert]")).toBeNull();
      expect(frame.querySelector("svg, canvas, table, button")).not.toBeNull();
      element.remove();
      expect(frame.childElementCount).toBe(0);
      if (left.length === 0) left.push(memory().tensors);
    }
    // A training that is left ends at its next pause.
    await expect.poll(() => memory().tensors, { timeout: 30_000 }).toBeLessThanOrEqual(left[0]!);
  },
);

test("a removed figure ends its Worker", async () => {
  const ended: Worker[] = [];
  const { terminate } = Worker.prototype;
  Worker.prototype.terminate = function () {
    ended.push(this);
    terminate.call(this);
  };
  try {
    const { element, root } = await added('<saccade-figure name="fine-tune"></saccade-figure>');
    root.querySelector<HTMLButtonElement>("button.primary")!.click();
    await drawn();
    expect(ended).toEqual([]);
    element.remove();
    await expect.poll(() => ended.length).toBe(1);
  } finally {
    Worker.prototype.terminate = terminate;
  }
});

test("keys of a drawing stay in it, others reach the page", async () => {
  const { root } = await added('<saccade-figure name="bias"></saccade-figure>');
  const keys: string[] = [];
  const listen = ({ key }: KeyboardEvent): void => void keys.push(key);
  document.addEventListener("keydown", listen);
  for (const key of ["ArrowRight", "Escape"])
    root
      .querySelector("input")!
      .dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  document.removeEventListener("keydown", listen);
  expect(keys).toEqual(["Escape"]);
});
