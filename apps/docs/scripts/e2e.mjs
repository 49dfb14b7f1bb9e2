// Builds the site and drives it in Chromium: pnpm docs:test [Playwright's options]. Says so and skips where there is none.
// With DOCS_FROM_SOURCE the smoke test alone, of pages served without a build.
import process from "node:process";
import { driveApp } from "@saccade/e2e/drive";

await driveApp("docs", ["E2E_PORT"], { build: !process.env["DOCS_FROM_SOURCE"] });
