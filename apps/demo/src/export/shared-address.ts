import { type DemoPage, demoTitles } from "@saccade/figures/walk/demo-titles";
import { type Place, sharedParams } from "../app/address.ts";
import type { Shell } from "../app/shell.ts";

// An unknown name shows the first page.
const first: DemoPage = "opening";

/**
 * The address to give on, of a page that says what it is before any script runs: `transformer/?s=…`, in Chinese `zh/transformer/?s=…`.
 * scripts/pages.ts makes these pages; they lead to `#/transformer?s=…`.
 *
 * @param home any address of the app
 */
export function sharedAddress({ page, params }: Place, language: string, home: string): string {
  const query = new URLSearchParams([...params].filter(([name]) => !sharedParams.includes(name))).toString();
  const name = Object.hasOwn(demoTitles, page) ? page : first;
  const folder = `${language === "zh" ? "zh/" : ""}${name}/`;
  return new URL(folder + (query === "" ? "" : `?${query}`), home.replace(/[?#].*/s, "")).href;
}

/** The present place's address to give on. */
export function addressToShare({ store, language }: Shell): string {
  return sharedAddress(store.place.peek(), language.peek(), window.location.href);
}

const longestShown = 300; // characters

/** An address as a picture shows it: without a state that nobody would type. */
export function shownAddress(address: string): string {
  return address.length > longestShown ? address.replace(/[?#].*/s, "") : address;
}
