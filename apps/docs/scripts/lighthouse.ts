// Lighthouse's marks for pages of the built site, performance included: pnpm docs:lighthouse [address …]
// Build first (pnpm docs:build), and run nothing beside it.
import { findChromium, serveOn } from "@saccade/e2e/host";

process.env["CHROMIUM"] = findChromium();
const { scores } = await import("@saccade/e2e/lighthouse");
const given = process.argv.slice(2);
const addresses = given.length > 0 ? given : ["/", "/zh/", "/book/cues-and-pooling", "/guide/quick-start"];
const { root, end } = await serveOn(new URL("./serve.mjs", import.meta.url));
let least = 100;
try {
  for (const form of ["mobile", "desktop"] as const) {
    for (const address of addresses) {
      const found = await scores(
        `${root}${address}`,
        ["performance", "accessibility", "best-practices", "seo"],
        form,
      );
      console.log(
        `${form} ${address}: ${found.map(({ category, score }) => `${category} ${score}`).join(", ")}`,
      );
      for (const { category, score, lost } of found) {
        least = Math.min(least, score);
        if (score < 95) console.log(`  ${category}: ${lost.join("; ")}`);
      }
    }
  }
} finally {
  end();
}
console.log(`least: ${least} (goal 95)`);
process.exitCode = least >= 95 ? 0 : 1;
