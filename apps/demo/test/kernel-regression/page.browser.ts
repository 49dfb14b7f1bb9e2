import { beforeEach, expect, test } from "vitest";
import { commands, page } from "vitest/browser";
import {
  all,
  box,
  button,
  css,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  focus,
  goTo,
  open,
  press,
  reopen,
  screens,
  text,
  texts,
  windowOf,
} from "../shown.ts";

const query = page.getByRole("slider", { name: "Query" });
const at = (): number => Number(query.element().getAttribute("aria-valuenow"));
const figure = page.getByRole("img", { name: /at query/ });
const radii = (): (string | null)[] => all(".points circle").map((circle) => circle.getAttribute("r"));
/** Opens the page with all of its parts. */
async function openAll(query: string = ""): Promise<void> {
  await open(`#/kernel-regression${query}`);
  await expectCount(".challenges li", 3);
  await expectCount(".scene text:has(.weight)", 6);
}

beforeEach(() => openAll());

test("a dragged query has other weights, and is in the address", async () => {
  await expect.element(figure).toHaveAccessibleName(/at query 2\.00/);
  const before = radii();
  const { width } = box(".regression .ground");
  await commands.drag(".regression .ground", [width * 0.4, 20], [width * 0.8, 20]);
  await expect.element(query).toHaveAttribute("aria-valuenow", expect.stringMatching(/^(3\.9|4|4\.0)\d*$/));
  await expect.element(figure).toHaveAccessibleName(/at query (3\.9|4\.0)/);
  await expect.poll(radii).not.toEqual(before);
  await expectAddress(/q=(3\.9|4)/);
});

test("the knob takes the pointer in its upper half too", async () => {
  const { width } = box(".query .knob");
  await commands.drag(".query .knob", [width / 2, 3], [width / 2 + 120, 3]);
  await expect.poll(at).toBeGreaterThan(2.1);
});

test("the query follows the arrow keys, and the address brings it back", async () => {
  await focus(query);
  await press("{End}{ArrowLeft}");
  await expect.poll(at).toBe(4.95);
  await expectAddress(/q=4\.95/);
  await reopen();
  await expect.poll(at).toBe(4.95);
});

test("a cue moves the weight from what stands out to what is asked for", async () => {
  const weight = (name: string): number => {
    const thing = all(".scene text").find(({ textContent }) => textContent?.includes(name));
    return Number(thing?.querySelector(".weight")?.textContent);
  };
  const said = css(".cues [role=status]");
  const balloon = weight("balloon");
  expect(balloon).toBeGreaterThan(0.5);
  await expect
    .element(said)
    .toHaveTextContent(`The largest weight, ${balloon.toFixed(2)}, goes to the balloon.`);
  await page.getByText("to read", { exact: true }).click();
  await expect.poll(() => weight("map")).toBeGreaterThan(0.5);
  await expect.poll(() => weight("balloon")).toBeLessThan(0.1);
  await expect.element(said).toHaveTextContent("goes to the map.");
  await expectAddress(/cue=read/);
});

test("trains by Step and Run, pauses and resets", async () => {
  const status = css(".training .status");
  const captions = css(".learning-width figcaption");
  const fixed = captions.filter({ hasText: "a fixed kernel" });
  const learned = captions.filter({ hasText: "the learned kernel" });
  await expect.element(learned).toHaveTextContent("effective keys");
  const [before, sharp] = [fixed.element().textContent, learned.element().textContent];
  await button("Reset").click();
  await expect.poll(() => learned.element().textContent).not.toBe(sharp);
  expect(fixed.element().textContent).toBe(before);
  await expect.element(status).toHaveTextContent("Untrained, w 0.");
  await button("Step").click();
  await expect.element(status).toHaveTextContent("Step 1,");
  await button("Run").click();
  await expect.element(status).toHaveTextContent(/Step (3\d|[4-9]\d|\d{3}),/);
  await button("Pause").click();
  expect(Number(/w (.*)$/.exec(text(".training .status"))?.[1])).toBeGreaterThan(1.5);
});

test("points can be moved, added, removed, and given back", async () => {
  const first = css(".points circle").first();
  const label = (): string | null => first.element().getAttribute("aria-label");
  await expectCount(".points circle", 50);
  const before = label();
  await focus(first);
  await press("{ArrowUp}");
  await expect.poll(label).not.toBe(before);
  await press("{Delete}");
  await expectCount(".points circle", 49);
  await button("Add at the query").click();
  await expectCount(".points circle", 50);
  await button("Restore the seed's points").click();
  await expect.poll(label).toBe(before);
});

test("opens with the plot and its controls on one screen, the kernel drawn at the query", async () => {
  const [plot, controls] = [box("svg.regression"), box(".regression-page .controls")];
  expect(plot.y).toBeLessThan(200);
  expect(Math.max(plot.bottom, controls.bottom)).toBeLessThanOrEqual(800);
  await expect.element(css(".regression-page .formula")).toHaveTextContent("weight = softmax(score)");
  // The kernel's maximum is above the query.
  const off = (): number => {
    const path = document.querySelector<SVGPathElement>(".band .kernel")!;
    const length = path.getTotalLength();
    const points = Array.from({ length: 401 }, (_, i) => path.getPointAtLength((length * i) / 400));
    const top = points.reduce((best, one) => (one.y < best.y ? one : best));
    return Math.abs(top.x - Number(document.querySelector(".query line")?.getAttribute("x1")));
  };
  expect(off()).toBeLessThan(8);
  await focus(query);
  await press("{PageUp}{PageUp}");
  await expect.poll(at).toBeGreaterThan(2.5);
  await expect.poll(off).toBeLessThan(8);
});

test.each([
  [1280, 800],
  [375, 812],
])("every curve is named at its end, and no name lies on another: %i × %i", async (width, height) => {
  await windowOf(width, height);
  for (const hash of ["", "?h=5", "?kernel=boxcar&h=0.3", "?seed=7&n=5&noise=2"]) {
    await openAll(hash);
    await expectCount(".regression .end text", 4);
    await expect.poll(() => text(".regression .end text")).toBe(width > 400 ? "true curve" : "true");
    await expect
      .poll(() => {
        const boxes = all(".regression .end text").map((one) => one.getBoundingClientRect());
        const sorted = boxes.toSorted((a, b) => a.top - b.top);
        const touching = sorted.filter((one, i) => i > 0 && one.top < sorted[i - 1]!.bottom - 2);
        const outside = boxes.filter(({ right }) => right > box("svg.regression").right + 1);
        return touching.length + outside.length;
      })
      .toBe(0);
  }
});

test("a boxcar is steps and gaps, and the page says why there is no estimate", async () => {
  await openAll("?kernel=boxcar&h=0.12&q=4.25");
  const runs = (): string[] =>
    (all("path.curve.fixed")[0]?.getAttribute("d") ?? "").split("M").filter((run) => run !== "");
  const status = page.getByText("No key is within 0.12 of the query 4.25");
  await expect.element(status).toBeVisible();
  await expect.element(css(".query text")).toHaveTextContent("no estimate");
  await expect.poll(() => runs().length).toBeGreaterThan(3);
  for (const run of runs()) {
    const points = run.split("L").map((point) => point.split(" ").map(Number));
    for (const [i, [x = 0, y = 0]] of points.entries()) {
      const [beforeX = x, beforeY = y] = points[i - 1] ?? [];
      expect(x === beforeX || y === beforeY).toBe(true); // level or upright
    }
  }
  await expectCount(".query .prediction", 0);
  await focus(query);
  await press("{Home}{PageUp}{PageUp}{PageUp}{PageUp}");
  await expect.poll(() => status.query()).toBeNull();
  const gaps = page.getByText("The curve has gaps: where no key is within 0.12");
  await expect.element(gaps).toBeVisible();
  await expectCount(".query .prediction", 1);
  await page.getByText("Gaussian", { exact: true }).click();
  await expect.poll(() => gaps.query()).toBeNull();
  await expect.poll(() => runs().length).toBe(1);
});

test("shows the arithmetic of the query on click", async () => {
  await page.getByText("This query in numbers").click();
  await expectCount("table tr", 52); // a head, 50 keys, and the sum
  const [key, apart] = texts(".arithmetic tbody tr:first-child > *").map(Number);
  expect(apart).toBeCloseTo(at() - key!, 2);
  const added = texts(".arithmetic tbody tr:not(:last-child) td:last-child").reduce(
    (total, one) => total + Number(one),
    0,
  );
  expect(added).toBeCloseTo(Number(texts("table tr:last-child td").at(-1)), 2);
});

test("on a phone the plot stays above its controls", async () => {
  await windowOf(375);
  await expect.element(page.getByText("Predict, then reveal")).toBeVisible();
  await expectNoOverflow();
  await expectNoBarriers();
  expect(screens()).toBeLessThanOrEqual(4);
  page.getByText("Bandwidth", { exact: true }).element().scrollIntoView({ block: "end" });
  await expect.element(css("svg.regression")).toBeInViewport({ ratio: 0.99 });
});

test("an edit of the address by hand is followed", async () => {
  await goTo("#/kernel-regression?q=1.5");
  await expect.poll(at).toBe(1.5);
});
