// The five documents' code, one after the other. With --full, the translator of the last one is trained as long
// as the document does.
import { main as seed000 } from "./000.ts";
import { main as seed001 } from "./001.ts";
import { main as seed002 } from "./002.ts";
import { main as seed003 } from "./003.ts";
import { main as seed004 } from "./004.ts";
import { runAlone } from "./alone.ts";

export async function main(): Promise<void> {
  for (const seed of [seed000, seed001, seed002, seed003, seed004]) await seed();
}

await runAlone(import.meta.url, main);
