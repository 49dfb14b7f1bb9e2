import { DTypeError, IndexError, ShapeError } from "@saccade/tensor";
import { expect, test } from "vitest";
import { noise } from "../helpers.ts";
import { lens, padding, sdpa, x } from "./calls.ts";

test("errors have the classes that their rules have", () => {
  const given = (options: object) => () => sdpa(x, x, x, options);
  expect(given({ mask: noise([3, 3]) })).toThrow(DTypeError);
  expect(given({ mask: padding })).toThrow(ShapeError);
  expect(given({ validLens: lens.add(1) })).toThrow(IndexError);
  expect(given({ isCausal: true })).toThrow(TypeError);
});
