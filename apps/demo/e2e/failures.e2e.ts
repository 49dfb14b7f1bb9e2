// The failures here are intended, and the browser logs them to its console: Playwright's own test ignores that.
import { expect, test } from "@playwright/test";
import { button, heading, openTranslator, status, stepsDone } from "./pages.ts";

test("a page whose code does not arrive says so, and tries again", async ({ page }) => {
  await page.route("**/scoring-*.js", (route) => route.abort());
  await page.goto("./#/scoring");
  await expect(page.getByRole("alert")).toContainText("could not be loaded");
  await page.unroute("**/scoring-*.js");
  await button(page, "Try again").click();
  await expect(heading(page)).toContainText("Scoring and masks");
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });
  test("without a network, a page that is not kept says which are", async ({ page, context }) => {
    await page.goto("./#/scoring");
    await button(page, /^Keep this page offline/).click();
    await expect(page.getByText("This page opens offline")).toBeVisible();
    await context.setOffline(true);
    await page.goto("./#/kernel-regression");
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await expect(page.locator(".not-kept")).toHaveText(
      "This page is not stored. Without a network, these pages open: Scoring and masks.",
    );
    await page.locator(".not-kept a").click();
    await expect(page.locator("main table, main svg.chart").first()).toBeVisible();
  });
});

test("Chinese texts that do not arrive are reported, and the page stays in English until they do", async ({
  page,
}) => {
  await page.route("**/zh-scoring-*.js", (route) => route.abort());
  await page.goto("./#/scoring");
  await expect(heading(page)).toContainText("Scoring and masks");
  await button(page, /中文/).click();
  await expect(page.locator(".notice").first()).toContainText("reload this page");
  await expect(heading(page)).toContainText("Scoring and masks");
  await expect(page).toHaveURL(/lang=zh/);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("页面加载失败");
  await page.unroute("**/zh-scoring-*.js");
  await button(page, "重试").click();
  await expect(heading(page)).toContainText("打分与掩码");
});

test("a page that throws says so, and the others go on", async ({ page }) => {
  const body = 'export function Page() { throw new Error("a fault <b>in</b> the page"); }';
  await page.route("**/scoring-*.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.goto("./#/scoring");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("An error occurred in this page");
  await alert.getByText("Error message").click();
  await expect(alert).toContainText("a fault <b>in</b> the page");
  await page.getByRole("navigation").getByRole("link", { name: "Kernel regression" }).click();
  await expect(heading(page)).toContainText("Kernel regression");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a worker crash is reported, and the page keeps its contents", async ({ page }) => {
  const body = 'throw new Error("the worker crashed");';
  await page.route("**/worker-*.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
  for (const name of ["kernel-regression", "scoring"]) {
    await page.goto(`./#/${name}`);
    await expect(page.locator(".problem").first()).not.toBeEmpty();
    await expect(page.locator("main table, main svg.chart").first()).toBeVisible();
  }
});

for (const refuses of [false, true])
  test(`a browser without module workers is named, with those that have them (${refuses ? "refuses" : "ignores"} them)`, async ({
    page,
  }) => {
    await page.addInitScript((refuses) => {
      window.Worker = class extends Worker {
        constructor(address: string | URL, options?: WorkerOptions) {
          if (refuses && options?.type === "module")
            throw new DOMException(
              "Module scripts are not supported on DedicatedWorker yet.",
              "NotSupportedError",
            );
          super(address);
        }
      };
    }, refuses);
    const presses = {
      opening: null,
      "kernel-regression": null,
      scoring: null,
      translator: "Start",
      transformer: null,
      "language-model": "Train from scratch",
      speed: "Measure",
    };
    for (const [name, press] of Object.entries(presses)) {
      await page.goto(`./#/${name}`);
      await expect(heading(page)).toBeVisible();
      if (name === "opening") await page.getByLabel("Or your own").fill("the cat sees a red hat");
      if (press !== null) await button(page, press).click();
      const said = page.locator("main").getByText("this browser has no module workers").first();
      await expect(said, name).toBeVisible();
    }
  });

test("weights that do not come are named, and the page keeps what it shows", async ({ page }) => {
  const damaged = { status: 200, body: "damaged" };
  await page.route(/(free|unplaced).*\.safetensors/, (route) => route.fulfill(damaged));
  await page.goto("./#/transformer");
  const problem = page.locator(".transformer > .problem");
  await expect(problem).toContainText("damaged");
  await expect(page.locator(".most")).toContainText("“tired”");
  await page.unroute(/(free|unplaced).*\.safetensors/);
  await page.route(/unplaced.*\.safetensors/, (route) => route.fulfill(damaged));
  await page.reload();
  await expect(page.locator(".transformer")).toHaveAttribute("data-ready", "");
  const positions = (name: string) =>
    page.locator(".editor").getByRole("radio", { name, exact: true }).check();
  await positions("never had");
  await expect(problem).toContainText("damaged");
  await expect(page.locator(".translation")).toContainText("car il était trop fatigué");
  await positions("on");
  await expect(problem).toBeEmpty();
});

test("a browser that cannot save is reported, and training continues", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("storage is full", "QuotaExceededError");
    };
  });
  await openTranslator(page);
  await button(page, "Start").click();
  await expect(status(page)).toContainText("Training:");
  await expect.poll(() => stepsDone(page)).toBeGreaterThan(2);
  await button(page, "Pause").click();
  await expect(page.locator("main .problem")).toContainText("could not save the run (storage is full)");
  await button(page, "Continue").click();
  await expect(status(page)).toContainText("Training");
});
