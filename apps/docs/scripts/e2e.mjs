// Builds the site and drives it in Chromium: pnpm docs:test [Playwright's options]. Says so and skips where there is none.
import { driveApp } from "@saccade/e2e/drive";

await driveApp("docs", ["E2E_PORT"]);
