import { expect, test } from "@playwright/test";
import { scores } from "@saccade/e2e/lighthouse";

// What Lighthouse measures by the clock is in "pnpm docs:lighthouse": here are the marks that do not depend on the load.
for (const address of ["", "zh/book/cues-and-pooling"]) {
  test(`Lighthouse gives /${address} at least 95 for accessibility, best practices and SEO`, async ({
    baseURL,
  }) => {
    const found = await scores(`${baseURL}${address}`, ["accessibility", "best-practices", "seo"]);
    for (const { category, score, lost } of found) {
      expect(score, `${category}: ${lost.join("; ")}`).toBeGreaterThanOrEqual(95);
    }
  });
}
