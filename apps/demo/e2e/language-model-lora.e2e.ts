import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "@saccade/e2e";
import { decodeSafetensors } from "@saccade/nn";
import { type Shape, tinyCheckpoint } from "../test/language-model/fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const status = (page: Page) => page.locator(".tuning .status");
const side = (page: Page, name: "before" | "after") => page.locator(`.comparison .${name}`);

test.beforeEach(async ({ page }) => {
  await page.goto("./#/language-model?model=files&tune=40");
});

async function choose(page: Page, files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(
    Object.entries(files).map(([name, bytes]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(bytes),
    })),
  );
}

async function loss(page: Page, name: "before" | "after"): Promise<number> {
  const text = (await side(page, name).locator("figcaption").textContent()) ?? "";
  return Number(/[\d.]+$/.exec(text)?.[0]);
}

test("fine-tunes the model of the page: the loss of the lines falls, both texts stand side by side", {
  tag: "@plain",
}, async ({ page }) => {
  await page.goto("./#/language-model?model=files&tune=400");
  await button(page, "Try the small model of this page").click();
  await expect(page.locator(".stage.opened")).toHaveAttribute("data-model", "tales");
  await page.getByLabel("Text so far").fill("A robot has no ");
  await button(page, "Fine-tune").click();
  await expect(page.locator(".tuning .adapter")).toContainText(
    "rank 4: c_attn, c_fc. 3,456 numbers are trained",
  );
  await button(page, "Pause").click();
  await expect(status(page)).toHaveAttribute("data-status", "paused");
  await button(page, "Continue").click();
  await expect(status(page)).toHaveAttribute("data-status", "done");
  await expect(page.locator(".tuning .loss-curve path.train")).toHaveAttribute("d", /L/);
  await expect.poll(() => loss(page, "after")).toBeLessThan(0.8 * (await loss(page, "before")));
  for (const name of ["before", "after"] as const) {
    await expect(side(page, name).locator(".prompt")).toHaveText("A robot has no ");
    await expect(side(page, name).locator(".new")).not.toBeEmpty();
  }
  // The same seed writes the same again. The first text may be of the adapter as it was before its last step.
  await expect(async () => {
    const after = await side(page, "after").locator(".new").textContent();
    expect(after).not.toBe(await side(page, "before").locator(".new").textContent());
    await button(page, "Compare on the present text").click();
    await page.waitForTimeout(1000);
    await expect(side(page, "after").locator(".new")).toHaveText(after ?? "");
  }).toPass();
  await button(page, "Remove adapter").click();
  await expect(page.locator(".comparison")).toHaveCount(0);
  await expect(page.locator(".tuning .adapter")).toHaveCount(0);
});

for (const [shape, targets] of [
  ["gpt2", ["c_attn", "c_fc"]],
  ["llama", ["q_proj", "v_proj"]],
  ["bert", ["query", "value"]],
] as const satisfies readonly (readonly [Shape, readonly string[]])[]) {
  test(`the adapter of a ${shape} is saved in PEFT's names, and opens again beside the model`, async ({
    page,
  }) => {
    const base = tinyCheckpoint(shape);
    await choose(page, base);
    await expect(page.locator(".stage.opened")).toHaveAttribute("data-model", shape);
    await page.getByLabel("Lines to learn").fill("abc abc\nbcd bcd\ncab cab");
    if (shape === "gpt2") await page.getByRole("checkbox", { name: "c_fc" }).check({ force: true });
    await button(page, "Fine-tune").click();
    await expect(status(page)).toHaveAttribute("data-status", "done");
    await expect.poll(() => loss(page, "after")).toBeLessThan(await loss(page, "before"));
    const compared = await side(page, "after").locator(".new").textContent();
    const files: Record<string, Uint8Array<ArrayBuffer>> = {};
    const arrived = new Promise<void>((resolve) => {
      page.on("download", async (download) => {
        files[download.suggestedFilename()] = Uint8Array.from(await readFile(await download.path()));
        if (Object.keys(files).length === 2) resolve();
      });
    });
    await button(page, "Save adapter").click();
    await arrived;
    const config: unknown = JSON.parse(new TextDecoder().decode(files["adapter_config.json"]));
    expect(config).toMatchObject({ peft_type: "LORA", r: 4, lora_alpha: 8, target_modules: targets });
    const names = [...decodeSafetensors(files["adapter_model.safetensors"]!).tensors.keys()];
    expect(names.length).toBe(2 * 2 * targets.length); // layers, A and B
    for (const name of names) expect(name).toMatch(/^base_model\.model\..+\.lora_[AB]\.weight$/);

    await button(page, "Remove adapter").click();
    await expect(page.locator(".comparison")).toHaveCount(0);
    await choose(page, files);
    await expect(side(page, "after").locator(".new")).toHaveText(compared ?? "");
    await page.reload();
    await choose(page, { ...base, ...files });
    await expect(side(page, "after").locator(".new")).toHaveText(compared ?? "");
  });
}

test("a rank that the model is too narrow for is refused with the limit, and the model stays usable", async ({
  page,
}) => {
  await page.goto("./#/language-model?model=files&rank=16");
  await choose(page, tinyCheckpoint("llama")); // its keys and values are 8 wide
  await page.getByLabel("Lines to learn").fill("abc");
  await button(page, "Fine-tune").click();
  await expect(page.locator(".tuning .problem")).toContainText("take a rank of at most 8");
  await button(page, "Draw one").click();
  await expect(page.locator(".cache figcaption")).toContainText("1 token computed");
});
