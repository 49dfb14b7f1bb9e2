import { expect, it } from "vitest";
import { reasonOf } from "../src/work/reason-of.ts";

it("a failure has a reason, also where the browser gives a name alone", () => {
  expect(reasonOf(new DOMException("", "QuotaExceededError"))).toBe("QuotaExceededError");
  expect(reasonOf(new Error(""))).toBe("Error");
  expect(reasonOf(new Error("the disk is full"))).toBe("the disk is full");
  expect(reasonOf("no")).toBe("no");
});

it("a browser without module workers is named, whatever its words", () => {
  for (const said of [
    "Uncaught SyntaxError: Cannot use 'import.meta' outside a module",
    "SyntaxError: import declarations may only appear at top level of a module",
    "Module scripts are not supported on DedicatedWorker yet.",
  ])
    expect(reasonOf(new Error(said))).toContain("this browser has no module workers");
  // A file that does not come is another matter.
  expect(reasonOf("Failed to fetch dynamically imported module")).toContain("Failed to fetch");
});
