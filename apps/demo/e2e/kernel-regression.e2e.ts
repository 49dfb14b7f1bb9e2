import { expect, longestBlock, test } from "@saccade/e2e";

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
  const thing = (name: string) =>
    page
      .getByRole("listitem")
      .filter({ hasText: new RegExp(`^${name}`) })
      .locator(".number");
  const cup = Number(await thing("red cup").textContent());
  expect(cup).toBeGreaterThan(0.5);
  await page.getByText("something to read").click();
  await expect.poll(async () => Number(await thing("book").textContent())).toBeGreaterThan(0.5);
  expect(Number(await thing("red cup").textContent())).toBeLessThan(0.1);
  await expect(page).toHaveURL(/cue=read/);
});

test("trains by Step and Run, pauses and resets, without holding the page up", async ({ page }) => {
  const status = page.locator(".training .status");
  await page.getByRole("button", { name: "Reset" }).click();
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
  await page.getByRole("button", { name: "Add a point at the query" }).click();
  await expect(points).toHaveCount(50);
  await page.getByRole("button", { name: "Restore the seed's points" }).click();
  await expect(points.nth(0)).toHaveAttribute("aria-label", label ?? "");
});

test("a narrow window that no key lies in is said, and the page goes on", async ({ page }) => {
  await page.goto("./#/kernel-regression?kernel=boxcar&h=0.05&q=5");
  await expect(page.getByText("No key is within the kernel's window")).toBeVisible();
  await page.getByText("Gaussian").click();
  await expect(page.getByText("No key is within the kernel's window")).toHaveCount(0);
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
