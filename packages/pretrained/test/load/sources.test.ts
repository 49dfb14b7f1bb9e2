import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "@saccade/models";
import { describe, expect, it } from "vitest";
import { loadPretrained, type PretrainedFile } from "../../src/index.ts";
import { loadPretrainedFolder, openFolder, savePretrainedFolder } from "../../src/node.ts";
import { filesOf, outputs, saved, tinyGpt2 } from "./checkpoints.ts";

const gpt = tinyGpt2();
const files = saved(gpt);

describe("a list of files", () => {
  it("is read front to back, once, in pieces", async () => {
    const read = new Map<string, number>();
    let largest = 0;
    const watched = filesOf(files).map((file): PretrainedFile => {
      const { name, size } = file;
      const slice = (start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } => {
        expect(start).toBe(read.get(name) ?? 0);
        read.set(name, end);
        largest = Math.max(largest, end - start);
        return file.slice(start, end);
      };
      return { name, size, slice };
    });
    const seen: number[] = [];
    const { model } = await loadPretrained(watched, {
      progress: (loaded, total) => seen.push(loaded / total),
    });
    expect(outputs(model)).toEqual(outputs(gpt));
    expect(Object.fromEntries(read)).toEqual({
      "config.json": files["config.json"]!.length,
      "model.safetensors": files["model.safetensors"]!.length,
    });
    expect(largest).toBeLessThanOrEqual(2 ** 20);
    expect([seen[0], seen.at(-1)]).toEqual([0, 1]);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it("gives a model that generates, with the cache and without, up to its length", async () => {
    const { model } = await loadPretrained(filesOf(files));
    if (!("blocks" in model)) throw new Error("no GPT");
    const text = generate(model, [1, 2], { maxNewTokens: 4 });
    expect(generate(model, [1, 2], { maxNewTokens: 4, cache: false })).toEqual(text);
    expect(() => generate(model, [1, 2], { maxNewTokens: 9 })).toThrow(
      /2 tokens of prompt and maxNewTokens 9 do not fit into the model's maxLen 6/,
    );
  });
});

describe("a folder", () => {
  it("is written, and read again", async () => {
    const root = await mkdtemp(join(tmpdir(), "pretrained-"));
    try {
      const folder = join(root, "a", "tiny");
      await savePretrainedFolder(folder, gpt);
      expect(await readdir(folder)).toEqual(["config.json", "model.safetensors"]);
      const { model } = await loadPretrainedFolder(folder);
      expect(outputs(model)).toEqual(outputs(gpt));
      await expect(loadPretrainedFolder(folder, { memoryLimit: 10 })).rejects.toThrow(/are free/);
      await expect(openFolder(join(root, "none"))).rejects.toThrow(/there is no folder to read at .*none/);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
