import { nextFrame } from "../../ui/next-frame.ts";
import { type Run, startRun } from "./run.ts";
import { start } from "./start.gen.ts";

const tales = {
  en: new URL("./tales.en.txt", import.meta.url),
  zh: new URL("./tales.zh.txt", import.meta.url),
};

/** The tales that come with the page. */
export async function fetchTales(language: "en" | "zh"): Promise<string> {
  return (await fetchFile(tales[language])).text();
}

/** A run with the weights that came with the page. */
export async function startShipped(): Promise<Run> {
  await nextFrame(); // the network is the page's until it is seen
  const [text, weights] = await Promise.all([fetchTales("en"), fetchWeights()]);
  return startRun({ seed: start.seed, text, weights });
}

/** The weights that came with the page. */
export async function fetchWeights(): Promise<Uint8Array<ArrayBuffer>> {
  const found = await fetchFile(new URL("./tales.safetensors", import.meta.url));
  return new Uint8Array(await found.arrayBuffer());
}

async function fetchFile(url: URL): Promise<Response> {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url.pathname}: ${found.status}`);
  return found;
}
