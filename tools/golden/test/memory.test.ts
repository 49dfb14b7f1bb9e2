import { ones, scope } from "@saccade/tensor";
import { retain } from "@saccade/tensor/backend";
import { describe, expect, it } from "vitest";
import { LiveTensors } from "../src/memory.ts";

describe("live tensors", () => {
  it("finds nothing where scopes freed everything", async () => {
    const live = new LiveTensors();
    await live.watch("clean", false, () => scope(() => void ones([2])));
    expect(await live.findings()).toEqual([]);
  });

  it("names the task that left a tensor", async () => {
    const live = new LiveTensors();
    await live.watch("leaky", false, () => scope(() => void retain(ones([2]))));
    expect(await live.findings()).toEqual([
      "leaky: 1 tensors stayed alive",
      "1 tensors are alive after everything",
    ]);
  });

  it("lets an optimizer's state go with the optimizer", async () => {
    const live = new LiveTensors();
    await live.watch("keeps", true, () => scope(() => void ones([2]).keep()));
    expect(await live.findings()).toEqual([]);
  });
});
