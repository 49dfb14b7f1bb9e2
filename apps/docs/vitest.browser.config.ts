import { defineConfig, mergeConfig } from "vitest/config";
import browser from "../../vitest.browser.config.ts";

// The docs' components in Chromium, all in one page.
const config = mergeConfig(browser, defineConfig({ test: { isolate: false, browser: { isolate: false } } }));
config.test.include = ["apps/docs/test/*.browser.ts"];
export default config;
