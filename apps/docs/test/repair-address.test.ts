import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repairAddress } from "../.vitepress/theme/repair-address.ts";

const address = { pathname: "/", search: "", hash: "" };
let changed = (): void => {};

beforeEach(() => {
  vi.stubGlobal("location", address);
  vi.stubGlobal("history", {
    state: null,
    replaceState(_state: unknown, _title: string, to: string): void {
      const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to)!;
      Object.assign(address, { pathname, search, hash });
    },
  });
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => {
    if (name === "hashchange") changed = listener;
  });
});
afterEach(() => vi.unstubAllGlobals());

function repaired(pathname: string, search = "", hash = ""): string {
  Object.assign(address, { pathname, search, hash });
  repairAddress();
  return address.pathname + address.search + address.hash;
}

test("an address that can be read stays as it is", () => {
  for (const [pathname, search, hash] of [
    ["/book/bias", "", "#the-%E6%9F%A5"],
    ["/zh/playground", "?file=book%2Fbias.ts", "#program=abc-_"],
    ["/", "?slides", "#/3"],
    ["/", "?<script>alert(1)</script>", "#查询"],
    ["/", "", "#100%2525"],
  ] as const)
    expect(repaired(pathname, search, hash)).toBe(pathname + search + hash);
});

test("what cannot be decoded, quotes a selector or names a host is taken out, and the rest stays", () => {
  expect(repaired("/%E0%A4%A")).toBe("/404");
  expect(repaired("//host/x")).toBe("/host/x");
  expect(repaired("/a", "?%", "#b")).toBe("/a#b");
  for (const hash of ["#%", "#%E0%A4%A", "#%25E0", "#%25", '#"]', "#\\"])
    expect(repaired("/a", "?b", hash)).toBe("/a?b");
});

test("whatever an address says, it can be decoded then, its hash twice, and so when its hash changes", () => {
  const odd = fc.oneof(fc.string(), fc.constantFrom("%", "%25", "%E0%A4%A", "%2525E0", '"', "\\", "查"));
  const text = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join("").replace(/[?#]/g, ""));
  fc.assert(
    fc.property(text, text, text, (path, query, name) => {
      repaired(`/${path}`, query && `?${query}`, "");
      address.hash = name && `#${name}`;
      changed();
      decodeURIComponent(address.pathname);
      decodeURIComponent(address.search);
      expect(decodeURIComponent(decodeURIComponent(address.hash))).not.toMatch(/^#.*\n/);
      expect(decodeURIComponent(address.hash)).not.toMatch(/["\\\n\r\f]/);
      expect(address.pathname).not.toMatch(/^\/\//);
    }),
  );
});
