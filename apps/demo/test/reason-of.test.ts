import { expect, it } from "vitest";
import { reasonOf } from "../src/work/reason-of.ts";

it("a failure has a reason, also where the browser gives a name alone", () => {
  expect(reasonOf(new DOMException("", "QuotaExceededError"))).toBe("QuotaExceededError");
  expect(reasonOf(new Error(""))).toBe("Error");
  expect(reasonOf(new Error("the disk is full"))).toBe("the disk is full");
  expect(reasonOf("no")).toBe("no");
});
