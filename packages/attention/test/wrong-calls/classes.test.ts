import { DTypeError, IndexError, ShapeError } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";
import { noise } from "../helpers.ts";
import { lens, padding, sdpa, x } from "./calls.ts";

test("errors have the classes that their rules have", () => {
  const given = (options: object) => () => sdpa(x, x, x, options);
  expect(given({ mask: noise([3, 3]) })).toThrow(DTypeError);
  expect(given({ mask: padding })).toThrow(ShapeError);
  expect(given({ validLens: lens.add(1) })).toThrow(IndexError);
  expect(given({ isCausal: true })).toThrow(TypeError);
});

test("no two exports of an entry differ by capital letters alone", () => {
  for (const entry of [attention, seeds]) {
    const names = Object.keys(entry).filter((name) => /^[A-Z]/.test(name));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  }
});
