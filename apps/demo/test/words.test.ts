import { describe, expect, it } from "vitest";
import { chooseLanguage } from "../src/app/shell.ts";
import { everyPage, pageNamed, pages } from "../src/pages/table.ts";

describe("the language", () => {
  it("is the first that is asked for and known", () => {
    expect(chooseLanguage([null, "zh-CN", "en"])).toBe("zh");
    expect(chooseLanguage([undefined, "fr", "EN-us", "zh"])).toBe("en");
    expect(chooseLanguage(["xx", null])).toBe("en");
  });
});

describe("the table of pages", () => {
  it("has names that an address can hold, each once, and titles in every language", () => {
    const names = everyPage.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, title } of everyPage) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      expect(Object.values(title).every((text) => text !== "")).toBe(true);
    }
  });

  it("opens the first page for a name that none has", () => {
    expect(pageNamed("no-such-page")).toBe(pages[0]);
  });
});
