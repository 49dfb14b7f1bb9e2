import { start } from "../shipped/start.gen.ts";
import type { Run } from "./run.ts";
import { startRun } from "./start-run.ts";

/** A run with the weights that came with the page. */
export async function startShipped(): Promise<Run> {
  const url = new URL("../shipped/translator.safetensors", import.meta.url);
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url.pathname}: ${found.status}`);
  return startRun({ ...start.settings, pairs: null, name: "" }, new Uint8Array(await found.arrayBuffer()));
}
