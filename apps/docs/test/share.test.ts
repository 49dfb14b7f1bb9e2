import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkedProgram, mostBytes, shareLink } from "../.vitepress/theme/playground/share.ts";

const page = "https://docs.invalid/playground?file=book%2Fx.ts#old";
const hashOf = (link: string | null): string => new URL(link ?? "").hash;
const linkOf = (bytes: Uint8Array): string => `#program=${Buffer.from(bytes).toString("base64url")}`;

describe("links that carry programs", () => {
  it("give back every program of whole characters", async () => {
    const programs = fc.string({ unit: "grapheme", maxLength: 3000 });
    await fc.assert(
      fc.asyncProperty(programs, async (text) => {
        expect(await linkedProgram(hashOf(await shareLink(page, "a b.ts", text)))).toEqual({ text });
      }),
    );
  });

  it("keep the page, name the file, and leave out what the address said before", async () => {
    const link = new URL((await shareLink(page, "a b.ts", "1")) ?? "");
    expect([link.origin, link.pathname, link.search]).toEqual([
      "https://docs.invalid",
      "/playground",
      "?file=a+b.ts",
    ]);
  });

  it("may hold anything: that is a program or a problem with a name", async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.base64String({ maxLength: 400 }),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString("base64url")),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const found = await linkedProgram(`#program=${text}`);
        if (found !== null && "text" in found) expect(typeof found.text).toBe("string");
        else expect(found).toEqual({ problem: "damaged" });
      }),
      { numRuns: 500 },
    );
  });

  it("are damaged when they are cut anywhere, or when a letter of them is another", async () => {
    const hash = hashOf(await shareLink(page, "x.ts", "const x = 1;\nconsole.log(x, 'one');\n"));
    for (let length = "#program=".length; length < hash.length; length++) {
      const cut = await linkedProgram(hash.slice(0, length));
      // The last letters may hold nothing but the end of the stream.
      if (length < hash.length - 3) expect(cut, `${length} letters`).toEqual({ problem: "damaged" });
    }
  });

  it("carry programs up to the limit and say when one is larger", async () => {
    const most = "é".repeat(mostBytes / 2);
    expect(await linkedProgram(hashOf(await shareLink(page, "x.ts", most)))).toEqual({ text: most });
    expect(await shareLink(page, "x.ts", `${most}!`)).toBeNull();
    expect(await linkedProgram(linkOf(deflateRawSync(`${most}!`)))).toEqual({ problem: "large" });
    expect(await linkedProgram(`#program=${"A".repeat(2_000_000)}`)).toEqual({ problem: "large" });
  });

  it("unpack no more than the limit of a program that would fill the memory", async () => {
    const bomb = deflateRawSync(new Uint8Array(2 ** 26)); // 65 kB
    expect(await linkedProgram(linkOf(bomb))).toEqual({ problem: "large" });
  });

  it("are damaged when they hold no UTF-8", async () => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]]) {
      expect(await linkedProgram(linkOf(deflateRawSync(Uint8Array.from(bytes))))).toEqual({
        problem: "damaged",
      });
    }
  });
});
