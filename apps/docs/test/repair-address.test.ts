import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repairAddress } from "../.vitepress/theme/repair-address.ts";

const address = { pathname: "/", search: "", hash: "" };
const [replaceState, addEventListener] = [vi.fn(), vi.fn()];

beforeEach(() => {
  vi.stubGlobal("location", address);
  vi.stubGlobal("history", { state: null, replaceState });
  vi.stubGlobal("addEventListener", addEventListener);
});
afterEach(() => vi.unstubAllGlobals());

function repaired(pathname: string, search = "", hash = ""): string {
  Object.assign(address, { pathname, search, hash });
  replaceState.mockClear();
  repairAddress();
  return replaceState.mock.lastCall?.[2] ?? pathname + search + hash;
}

test.each([
  ["/book/bias", "", "#the-%E6%9F%A5", "/book/bias#the-%E6%9F%A5"],
  ["/", "?<script>alert(1)</script>", "#查询", "/?<script>alert(1)</script>#查询"],
  ["/a", "?slides", "#100%2525", "/a?slides#100%2525"],
  ["/%E0%A4%A", "", "", "/404"],
  ["//host/x", "", "", "/host/x"],
  ["/a", "?%", "#b", "/a#b"],
  ...["#%", "#%25", "#%E0%A4%A", "#%25E0", '#"]', "#\\"].map((hash) => ["/a", "?b", hash, "/a?b"] as const),
] as const)("%s%s%s becomes %s", (pathname, search, hash, expected) => {
  expect(repaired(pathname, search, hash)).toBe(expected);
  expect(addEventListener).toHaveBeenCalledWith("hashchange", expect.any(Function));
});

test("whatever an address says, it can be decoded then, its hash twice, and names no host", () => {
  const odd = fc.oneof(fc.string(), fc.constantFrom("%", "%25", "%E0%A4%A", "%2525E0", '"', "\\", "查"));
  const text = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join("").replace(/[?#]/g, ""));
  fc.assert(
    fc.property(text, text, text, (path, query, name) => {
      const found = repaired(`/${path}`, query && `?${query}`, name && `#${name}`);
      const [before = "", hash = ""] = found.split("#");
      decodeURIComponent(before);
      expect(decodeURIComponent(hash)).not.toMatch(/["\\\n\r\f]/);
      decodeURIComponent(decodeURIComponent(hash));
      expect(before).not.toMatch(/^\/\//);
    }),
  );
});
