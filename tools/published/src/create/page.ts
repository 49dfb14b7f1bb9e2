import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { launch } from "../browser.ts";
import { check } from "../tally.ts";

const screens = [
  { name: "desktop, light", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "phone, dark", viewport: { width: 375, height: 740 }, colorScheme: "dark" },
] as const;

/** Opens the created page on each screen, trains it, and checks its drawing. */
export async function testPage(origin: string): Promise<void> {
  const browser = await launch();
  try {
    const [{ name, ...screen }, { name: other, ...otherScreen }] = screens;
    await check(`page (${name}): trains, stops, goes on and draws attention`, () =>
      inPage(browser, origin, screen, trainAndLook),
    );
    await check(`page (${other}): trains, stops and fits the window`, () =>
      inPage(browser, origin, otherScreen, startAndLook),
    );
    await check(`page (${name}): shows that its worker failed`, () =>
      inPage(browser, origin, screen, loseWorker),
    );
  } finally {
    await browser.close();
  }
}

/** Opens the page of a server that has just been started for the first time. */
export async function testFirstStart(origin: string): Promise<void> {
  const browser = await launch();
  try {
    await check("page: the first npm run dev does not load the page again", () =>
      inPage(browser, origin, {}, stay),
    );
  } finally {
    await browser.close();
  }
}

/** The page stays the one that was opened, so that no click is lost. */
async function stay(page: Page, origin: string): Promise<string[]> {
  let loads = 0;
  page.on("load", () => loads++);
  await page.goto(origin);
  await startAndStop(page, () => {});
  return loads === 1 ? [] : [`the page was loaded ${loads} times`];
}

/** The problems that `look` finds, and the page's errors meanwhile. */
async function inPage(
  browser: Browser,
  origin: string,
  screen: Omit<(typeof screens)[number], "name"> | Record<string, never>,
  look: (page: Page, origin: string) => Promise<string[]>,
): Promise<string[]> {
  const context = await browser.newContext(screen);
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin: other } = new URL(request.url());
    if (protocol.startsWith("http") && other !== origin) wrong.push(`request to ${request.url()}`);
  });
  try {
    const found = await look(page, origin).catch((error) => [messageOf(error)]);
    return look === loseWorker ? found : [...found, ...wrong];
  } finally {
    await context.close();
  }
}

/** An error of Playwright without its log. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, 300);
}

async function trainAndLook(page: Page, origin: string): Promise<string[]> {
  const problems: string[] = [];
  const expectThat = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  const train = page.locator("#train");
  const status = page.locator("#status");
  await page.goto(origin);
  await status.filter({ hasText: "Not trained yet" }).waitFor();
  expectThat(await page.evaluate(() => crossOriginIsolated), "the page is not cross-origin isolated");
  expectThat(await page.locator("#stop").isDisabled(), "Stop is enabled before the training");
  const untrained = await attention(page);
  await startAndStop(page, expectThat);
  await train.click();
  await status.filter({ hasText: "Trained" }).waitFor();

  const share = Number(/sorts (\d+) %/.exec((await status.textContent()) ?? "")?.[1]);
  expectThat(share > 90, `only ${share} % of new words are sorted`);
  await page.locator("#sorted").filter({ hasText: "gradient → adeginrt" }).waitFor();
  const trained = await attention(page);
  expectThat(trained.join() === [..."adeginrt"].join(), `the rows attend to ${trained}`);
  expectThat(untrained.join() !== trained.join(), "the attention is the same as before the training");
  expectThat(await hasCurve(page), "no loss is drawn");

  await page.locator("#word").fill("abc");
  await page.locator("#sorted").filter({ hasText: "8 letters from a to z" }).waitFor();
  await page.locator("#word").fill("triangle");
  await page.locator("#sorted").filter({ hasText: "triangle → aegilnrt" }).waitFor();
  return [...problems, ...(await looks(page))];
}

/** On another screen: the same program, laid out and colored otherwise. */
async function startAndLook(page: Page, origin: string): Promise<string[]> {
  const problems: string[] = [];
  await page.goto(origin);
  await startAndStop(page, (holds, problem) => {
    if (!holds) problems.push(problem);
  });
  return [...problems, ...(await looks(page))];
}

/** Presses Train, and Stop at the first reported step: inside the page, so that a busy machine cannot delay it. */
async function startAndStop(
  page: Page,
  expectThat: (holds: boolean, problem: string) => void,
): Promise<void> {
  const status = page.locator("#status");
  await status.filter({ hasText: "Not trained yet" }).waitFor();
  await page.evaluate(() => {
    const [train, stop] = [
      document.querySelector<HTMLButtonElement>("#train")!,
      document.querySelector<HTMLButtonElement>("#stop")!,
    ];
    const status = document.querySelector("#status")!;
    const observer = new MutationObserver(() => {
      if (!/step [1-9]/.test(status.textContent ?? "")) return;
      observer.disconnect();
      if (!train.disabled) document.body.dataset["wrong"] = "Train is enabled while the page trains";
      stop.click();
    });
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    train.click();
  });
  await status.filter({ hasText: "Stopped" }).waitFor();
  const wrong = await page.evaluate(() => document.body.dataset["wrong"]);
  expectThat(wrong === undefined, wrong ?? "");
  const label = await page.locator("#train").textContent();
  expectThat(label === "Continue", "a stopped training cannot go on");
}

/** The problems of the page's layout and accessibility. */
async function looks(page: Page): Promise<string[]> {
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return [
    ...(fits ? [] : ["the page is wider than its window"]),
    ...violations.map(
      ({ id, help, nodes }) => `axe: ${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
    ),
  ];
}

/** The letter of the word that each row of the figure attends to most, read from the cells' titles: "a → g: 0.12". */
async function attention(page: Page): Promise<(string | undefined)[]> {
  const titles = await page.locator("#attention rect title").allTextContents();
  const cells = titles.map((title) => /^. → (.): (.*)$/.exec(title));
  return Array.from({ length: 8 }, (_, row) => {
    const [best] = cells
      .slice(8 * row, 8 * row + 8)
      .map((cell) => ({ letter: cell?.[1], weight: Number(cell?.[2]?.replace("−", "-")) }))
      .sort((a, b) => b.weight - a.weight);
    return best?.letter;
  });
}

/** Whether the canvas of the loss has pixels in the curve's color, which nothing else there has. */
function hasCurve(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("#loss canvas");
    const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let blue = 0;
    for (let i = 0; i < pixels.length; i += 4)
      if ((pixels[i] ?? 0) < 40 && (pixels[i + 2] ?? 0) > 150 && pixels[i + 3] === 255) blue++;
    return blue > 100;
  });
}

/** A page whose worker cannot be loaded. */
async function loseWorker(page: Page, origin: string): Promise<string[]> {
  await page.route(/worker-.*\.js$/, (route) => route.abort());
  await page.goto(origin);
  const error = page.locator("#error");
  await error.waitFor({ state: "visible" });
  const text = (await error.textContent()) ?? "";
  const problems = text === "" ? ["the message is empty"] : [];
  if ((await page.locator("#status").textContent()) !== "Failed") problems.push("the status is not Failed");
  return problems;
}
