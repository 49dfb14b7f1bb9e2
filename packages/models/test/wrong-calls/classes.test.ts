import * as attention from "@saccade/attention";
import { expect, test } from "vitest";
import * as models from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";

test("no two exports of an entry differ by capital letters alone", () => {
  for (const entry of [attention, models, seeds]) {
    const names = Object.keys(entry).filter((name) => /^[A-Z]/.test(name));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  }
});
