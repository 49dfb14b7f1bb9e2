import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPlace, parsePlace } from "../src/app/address.ts";

describe("the address", () => {
  it("is read back as it was written, whatever the parameters say", () => {
    const params = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    const page = fc.stringMatching(/^[a-z0-9-]{0,20}$/);
    fc.assert(
      fc.property(page, params, (name, given) => {
        const place = { page: name, params: new Map(Object.entries(given)) };
        const read = parsePlace(formatPlace(place));
        expect(read.page).toBe(name);
        expect([...read.params]).toEqual([...place.params]);
      }),
    );
  });

  it("gives the empty page for anything else, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (hash) => {
        expect(parsePlace(hash).page).toMatch(/^[a-z0-9-]*$/);
      }),
    );
    expect(parsePlace("#/<script>alert(1)</script>").page).toBe("");
    expect(parsePlace("#/page?x=%E0%A4%A").page).toBe("page");
    expect(parsePlace(`#/page?${"x".repeat(100_000)}`).page).toBe("");
  });
});
