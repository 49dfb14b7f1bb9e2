import { expect, expectNoBarriers, expectNoOverflow, longestBlock, test } from "@saccade/e2e";

test.beforeEach(async ({ page }) => {
  await page.goto("./#/kernel-regression");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Kernel regression");
});

test("a dragged query has other weights", async ({ page }) => {
  const query = page.getByRole("slider", { name: "Query" });
  await expect(query).toHaveAttribute("aria-valuenow", "2");
  const figure = page.getByRole("img", { name: /at query/ });
  await expect(figure).toHaveAttribute("aria-label", /at query 2\.00/);
  const radii = (): Promise<string[]> =>
    page.locator(".points circle").evaluateAll((all) => all.map((circle) => circle.getAttribute("r") ?? ""));
  const before = await radii();
  const ground = await page.locator(".regression .ground").boundingBox();
  if (ground === null) throw new Error("there is no figure");
  await page.mouse.move(ground.x + ground.width * 0.4, ground.y + 20);
  await page.mouse.down();
  await page.mouse.move(ground.x + ground.width * 0.8, ground.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect(query).toHaveAttribute("aria-valuenow", /^(3\.9|4|4\.0)\d*$/);
  await expect(figure).toHaveAttribute("aria-label", /at query (3\.9|4\.0)/);
  await expect.poll(radii).not.toEqual(before);
  await expect(page).toHaveURL(/q=(3\.9|4)/);
});

test("the knob takes the pointer in its upper half too", async ({ page }) => {
  const query = page.getByRole("slider", { name: "Query" });
  const knob = await page.locator(".query .knob").boundingBox();
  if (knob === null) throw new Error("there is no knob");
  const [x, y] = [knob.x + knob.width / 2, knob.y + 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 4 });
  await page.mouse.up();
  await expect(query).not.toHaveAttribute("aria-valuenow", "2");
});

test("the query follows the arrow keys, and the address brings it back", async ({ page }) => {
  const query = page.getByRole("slider", { name: "Query" });
  await query.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(query).toHaveAttribute("aria-valuenow", "4.95");
  await expect(page).toHaveURL(/q=4\.95/);
  await page.reload();
  await expect(query).toHaveAttribute("aria-valuenow", "4.95");
});

test("a cue moves the weight from what stands out to what is asked for", async ({ page }) => {
  const thing = (name: string) => page.locator(".scene text").filter({ hasText: name }).locator(".weight");
  const said = page.locator(".cues [role=status]");
  const balloon = Number(await thing("balloon").textContent());
  expect(balloon).toBeGreaterThan(0.5);
  await expect(said).toHaveText(`The largest weight, ${balloon.toFixed(2)}, goes to the balloon.`);
  await page.getByText("to read", { exact: true }).click();
  await expect.poll(async () => Number(await thing("map").textContent())).toBeGreaterThan(0.5);
  await expect.poll(async () => Number(await thing("balloon").textContent())).toBeLessThan(0.1);
  await expect(said).toContainText("goes to the map.");
  await expect(page).toHaveURL(/cue=read/);
});

for (const [lang, cue] of [
  ["en", "salient"],
  ["en", "write"],
  ["zh", "eat"],
  ["zh", "read"],
] as const) {
  test(`the sentence of a cue names the thing with the largest weight: ${cue}, ${lang}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`./?lang=${lang}#/kernel-regression?cue=${cue}`);
    const texts = page.locator(".scene text").filter({ has: page.locator(".weight") });
    await expect(texts).toHaveCount(6);
    const things = (await texts.allTextContents()).map(
      (text) => /^(.*) (\d\.\d\d)$/.exec(text)?.slice(1) ?? [],
    );
    const [most] = things.toSorted((a, b) => Number(b[1]) - Number(a[1]));
    const said = page.locator(".cues [role=status]");
    await expect(said).toContainText(most?.[0] ?? "no thing");
    await expect(said).toContainText(most?.[1] ?? "no weight");
  });
}

test("trains by Step and Run, pauses and resets, without holding the page up", { tag: "@smoke" }, async ({
  page,
}) => {
  const status = page.locator(".training .status");
  const captions = page.locator(".learning-width figcaption");
  const fixed = captions.filter({ hasText: "a fixed kernel" });
  const learned = captions.filter({ hasText: "the learned kernel" });
  await expect(learned).toContainText("effective keys");
  const before = await fixed.textContent();
  const sharp = await learned.textContent();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(learned).not.toHaveText(sharp ?? "");
  await expect(fixed).toHaveText(before ?? "");
  await expect(status).toContainText("Untrained, w 0.");
  await page.getByRole("button", { name: "Step" }).click();
  await expect(status).toContainText("Step 1,");
  const rest = await longestBlock(page, () => page.waitForTimeout(1500));
  await page.getByRole("button", { name: "Run" }).click();
  const block = await longestBlock(page, async () => {
    await expect(status).toContainText(/Step (3\d|[4-9]\d),/);
  });
  await page.getByRole("button", { name: "Pause" }).click();
  console.log(
    `kernel regression: the page was held up ${block.toFixed(0)} ms at most while training, ${rest.toFixed(0)} ms at rest`,
  );
  const w = Number(/w (.*)$/.exec((await status.textContent()) ?? "")?.[1]);
  expect(w).toBeGreaterThan(1.5);
});

test("points can be moved, added, removed, and given back", async ({ page }) => {
  const points = page.locator(".points circle");
  await expect(points).toHaveCount(50);
  await points.nth(0).focus();
  const label = await points.nth(0).getAttribute("aria-label");
  await page.keyboard.press("ArrowUp");
  await expect(points.nth(0)).not.toHaveAttribute("aria-label", label ?? "");
  await page.keyboard.press("Delete");
  await expect(points).toHaveCount(49);
  await page.getByRole("button", { name: "Add at the query" }).click();
  await expect(points).toHaveCount(50);
  await page.getByRole("button", { name: "Restore the seed's points" }).click();
  await expect(points.nth(0)).toHaveAttribute("aria-label", label ?? "");
});

test("opens with the plot and its controls on one screen, the kernel drawn at the query", async ({
  page,
}) => {
  const plot = await page.locator("svg.regression").boundingBox();
  const controls = await page.locator(".regression-page .controls").boundingBox();
  if (plot === null || controls === null) throw new Error("the plot or its controls are missing");
  expect(plot.y).toBeLessThan(200);
  expect(plot.y + plot.height).toBeLessThanOrEqual(800);
  expect(controls.y + controls.height).toBeLessThanOrEqual(800);
  await expect(page.locator(".regression-page .formula")).toContainText("weight = softmax(score)");
  // The kernel's top stands over the query.
  const top = async (): Promise<number> =>
    page.locator(".band .kernel").evaluate((path) => {
      if (!(path instanceof SVGPathElement)) throw new Error("the kernel is no path");
      const length = path.getTotalLength();
      const all = Array.from({ length: 401 }, (_, i) => path.getPointAtLength((length * i) / 400));
      return all.reduce((best, one) => (one.y < best.y ? one : best)).x;
    });
  const line = async (): Promise<number> => Number(await page.locator(".query line").getAttribute("x1"));
  expect(Math.abs((await top()) - (await line()))).toBeLessThan(8);
  await page.getByRole("slider", { name: "Query" }).focus();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  await expect.poll(async () => Math.abs((await top()) - (await line()))).toBeLessThan(8);
});

test("every curve is named at its end, and no name lies on another", async ({ page }) => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ]) {
    await page.setViewportSize(size);
    for (const hash of ["", "?h=5", "?kernel=boxcar&h=0.3", "?seed=7&n=5&noise=2"]) {
      await page.goto(`./#/kernel-regression${hash}`);
      const names = page.locator(".regression .end text");
      await expect(names).toHaveCount(4);
      await expect(names.first()).toHaveText(size.width > 400 ? "true curve" : "true");
      await expect
        .poll(async () => {
          const boxes = await names.evaluateAll((all) =>
            all.map((one) => one.getBoundingClientRect().toJSON()),
          );
          const svg = await page.locator("svg.regression").boundingBox();
          const sorted = boxes.sort((a, b) => a.top - b.top);
          const touching = sorted.filter((box, i) => i > 0 && box.top < (sorted[i - 1]?.bottom ?? 0) - 2);
          const outside = boxes.filter(({ right }) => right > (svg?.x ?? 0) + (svg?.width ?? 0) + 1);
          return touching.length + outside.length;
        })
        .toBe(0);
    }
  }
});

test("a boxcar is steps and gaps, and the page says why there is no estimate", async ({ page }) => {
  await page.goto("./#/kernel-regression?kernel=boxcar&h=0.12&q=4.25");
  const curve = page.locator("path.curve.fixed");
  const status = page.getByText("No key is within 0.12 of the query 4.25");
  await expect(status).toBeVisible();
  await expect(page.locator(".query text")).toContainText("no estimate");
  await expect(curve).toHaveAttribute("d", /^M.*M.*M.*M/);
  const path = (await curve.getAttribute("d")) ?? "";
  const runs = path.split("M").filter((run) => run !== "");
  expect(runs.length).toBeGreaterThan(3);
  for (const run of runs) {
    const points = run.split("L").map((point) => point.split(" ").map(Number));
    for (const [i, [x = 0, y = 0]] of points.entries()) {
      const [beforeX = x, beforeY = y] = points[i - 1] ?? [];
      expect(x === beforeX || y === beforeY).toBe(true); // level or upright
    }
  }
  await expect(page.locator(".query .prediction")).toHaveCount(0);
  const query = page.getByRole("slider", { name: "Query" });
  await query.focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < 4; i++) await page.keyboard.press("PageUp");
  await expect(status).toHaveCount(0);
  await expect(page.getByText("The curve has gaps: where no key is within 0.12")).toBeVisible();
  await expect(page.locator(".query .prediction")).toHaveCount(1);
  await page.getByText("Gaussian", { exact: true }).click();
  await expect(page.getByText("The curve has gaps")).toHaveCount(0);
  await expect.poll(async () => ((await curve.getAttribute("d")) ?? "").split("M").length).toBe(2);
});

test("shows the arithmetic of the query on click", async ({ page }) => {
  await page.getByText("This query in numbers").click();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(52); // a head, 50 keys, and the sum
  const sum = rows.last().getByRole("cell").last();
  const added = await page.locator(".arithmetic tbody td:last-child").allTextContents();
  expect(added.reduce((total, text) => total + Number(text), 0)).toBeCloseTo(
    Number(await sum.textContent()),
    2,
  );
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone the plot stays above its controls: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 375, height: 812 });
    await expect(page.getByText("Predict, then reveal")).toBeVisible();
    await expectNoOverflow(page);
    await expectNoBarriers(page);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4 * 812);
    await page
      .getByText("Bandwidth", { exact: true })
      .evaluate((label) => label.scrollIntoView({ block: "end" }));
    await expect(page.locator("svg.regression")).toBeInViewport({ ratio: 0.99 });
  });
}
