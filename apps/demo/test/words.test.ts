import { expect, it } from "vitest";
import { chooseLanguage } from "../src/app/shell.ts";

it("the language is the first that is asked for and known", () => {
  expect(chooseLanguage([null, "zh-CN", "en"])).toBe("zh");
  expect(chooseLanguage([undefined, "fr", "EN-us", "zh"])).toBe("en");
  expect(chooseLanguage(["xx", null])).toBe("en");
});
