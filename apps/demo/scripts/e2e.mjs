// Builds the app and drives it in Chromium: pnpm test:e2e [Playwright's options]. Says so and skips where there is none.
import { driveApp } from "@saccade/e2e/drive";

await driveApp("demo", ["E2E_PORT", "E2E_PLAIN_PORT"]);
