import { decodeSafetensors } from "@saccade/nn";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { all, button, css, downloads, expectCount, open, pressAtOnce, text } from "../shown.ts";
import { choose, type Files, stage } from "./choose.ts";
import { type Shape, tinyCheckpoint } from "./fixtures.ts";

const status = css(".tuning .status");
type Side = "before" | "after";
const written = (side: Side): string => text(`.comparison .${side} .new`);
const loss = (side: Side): number => Number(/[\d.]+$/.exec(text(`.comparison .${side} figcaption`))?.[0]);

test("fine-tunes the model of words: the loss of the lines falls, both texts stand side by side", async () => {
  await open("#/language-model?model=files&tune=120");
  await button("Try a small model of words").click();
  await expect.element(stage).toHaveAttribute("data-model", "gpt2");
  await page.getByLabelText("Text so far").fill("A robot has no");
  const pausing = pressAtOnce("Pause");
  await button("Fine-tune").click();
  await pausing;
  await expect
    .element(css(".tuning .adapter"))
    .toHaveTextContent("rank 4: c_attn. 3,072 numbers are trained");
  await expect.element(status).toHaveAttribute("data-status", "paused");
  await button("Continue").click();
  await expect.element(status).toHaveAttribute("data-status", "done");
  await expect.poll(() => all(".tuning .loss-curve path.train")[0]?.getAttribute("d")).toContain("L");
  await expect.poll(() => loss("after") < 0.9 * loss("before")).toBe(true);
  for (const side of ["before", "after"] as const) {
    expect(text(`.comparison .${side} .prompt`)).toBe("A robot has no");
    await expect.poll(() => written(side)).not.toBe("");
  }
  await button("Remove adapter").click();
  await expectCount(".comparison", 0);
  await expectCount(".tuning .adapter", 0);
});

for (const [shape, targets] of [
  ["gpt2", ["c_attn"]],
  ["llama", ["q_proj", "v_proj"]],
  ["bert", ["query", "value"]],
] as const satisfies readonly (readonly [Shape, readonly string[]])[]) {
  test(`the adapter of a ${shape} is saved in PEFT's names, and opens again beside the model`, async () => {
    const saved = downloads();
    const base = tinyCheckpoint(shape);
    await open("#/language-model?model=files&tune=40");
    await choose(base);
    await expect.element(stage).toHaveAttribute("data-model", shape);
    await page.getByLabelText("Lines to learn").fill("abc abc\nbcd bcd\ncab cab");
    await button("Fine-tune").click();
    await expect.element(status).toHaveAttribute("data-status", "done");
    await expect.poll(() => loss("after") < loss("before")).toBe(true);
    await button("Save adapter").click();
    const both = [await saved.next(), await saved.next()];
    const files: Files = Object.fromEntries(both.map(({ name, bytes }) => [name, bytes]));
    const config: unknown = JSON.parse(new TextDecoder().decode(files["adapter_config.json"]));
    expect(config).toMatchObject({ peft_type: "LORA", r: 4, lora_alpha: 8, target_modules: targets });
    const names = [...decodeSafetensors(files["adapter_model.safetensors"]!).tensors.keys()];
    expect(names).toHaveLength(2 * 2 * targets.length); // layers, A and B
    for (const name of names) expect(name).toMatch(/^base_model\.model\..+\.lora_[AB]\.weight$/);

    await button("Compare on the present text").click();
    await expect.poll(() => written("after")).not.toBe("");
    await button("Remove adapter").click();
    await expectCount(".comparison", 0);
    await choose(files);
    await expect.poll(() => written("after")).toMatch(/./);
    const compared = written("after");
    await open("#/language-model?model=files&tune=40");
    await choose({ ...base, ...files });
    await expect.poll(() => written("after")).toBe(compared);
  });
}

test("a rank that the model is too narrow for is refused with the limit, and the model stays usable", async () => {
  await open("#/language-model?model=files&rank=16");
  await choose(tinyCheckpoint("llama")); // its keys and values are 8 wide
  await page.getByLabelText("Lines to learn").fill("abc");
  await button("Fine-tune").click();
  await expect.element(css(".tuning .problem")).toHaveTextContent("take a rank of at most 8");
  await button("Draw one").click();
  await expect.element(css(".cache figcaption")).toHaveTextContent("1 token computed");
});
