import { expect, test } from "vitest";
import { all, isFormer, wrongIn } from "./pages.ts";

const textIn = (html: string): string => html.replace(/<!--[\s\S]*?-->|<[^>]*>/g, "").trim();

test("a page has a language, a title, a description, and one heading of the first level", () => {
  const wrong = wrongIn((html, address) => {
    const [lang, words] = address.startsWith("/zh/") ? ["zh-CN", "跳到正文"] : ["en", "Skip to content"];
    return [
      ...(html.includes(`<html lang="${lang}"`) && html.includes(`>${words}</a>`) ? [] : ["language"]),
      ...(/<title>[^<]+<\/title>/.test(html) ? [] : ["title"]),
      ...(isFormer(html) || /<meta name="description" content="[^"]+">/.test(html) ? [] : ["description"]),
      ...(all(html, /<(h1)\b/g).length === 1 ? [] : ["h1"]),
      ...(/<main\b|role="main"/.test(html) ? [] : ["main"]),
      ...(/@@[a-z-]+@@/.test(html) ? ["left of the template"] : []),
    ];
  });
  expect(wrong).toEqual([]);
});

test("headings leave no level out, and each id is there once", () => {
  const wrong = wrongIn((html) => {
    const content = html.slice(html.search(/<main\b|role="main"/));
    const levels = all(content, /<h([1-6])\b/g).map(Number);
    const ids = all(html, /\sid="([^"]*)"/g);
    const seen = new Set<string>();
    return [
      ...levels.filter((level, i) => level > (levels[i - 1] ?? 1) + 1).map((level) => `h${level}`),
      ...ids.filter((id) => seen.size === seen.add(id).size),
    ];
  });
  expect(wrong).toEqual([]);
});

test("links, buttons, pictures and headers of tables have names", () => {
  const wrong = wrongIn((html) => [
    ...(html.match(/<(a|button)\b[^>]*>[\s\S]*?<\/\1>/g) ?? []).filter(
      (one) => textIn(one) === "" && !/^<[^>]*\s(aria-label|title)="[^"]+"|<img[^>]*\salt="[^"]+"/.test(one),
    ),
    ...(html.match(/<img\b(?![^>]*\salt="[^"]+")[^>]*>/g) ?? []),
    ...(html.match(/<svg\b[^>]*\srole="img"(?![^>]*\saria-label="[^"]+")[^>]*>(?!<title)/g) ?? []),
    ...(html.match(/<th\b[^>]*>\s*<\/th>/g) ?? []),
  ]);
  expect(wrong).toEqual([]);
});
