import { expect, test } from "vitest";
import { pagesOf } from "../scripts/book-pages.ts";

test("chapters are printed in the book's order; one that does not exist is named, with those that do", () => {
  expect(pagesOf(["why-scale", "tensors"], "zh").map(({ address }) => address)).toEqual([
    "/zh/book/tensors",
    "/zh/book/why-scale",
  ]);
  expect(() => pagesOf(["why-not"], "en")).toThrow(
    /There is no chapter "why-not"; the chapters are tensors,/,
  );
});
