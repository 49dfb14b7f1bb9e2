// Draws the README's film from the demo's translator: pnpm readme:film. With --check it only reports whether the files in the
// repository are up to date.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { draw, themes } from "./draw.ts";
import { translateAll } from "./translate.ts";

/** Of the demo's examples, which the translator was not trained on. */
const sentences = [
  "these small black birds ate these apples .",
  "this old man is not waiting for them .",
  "the clever owl will not eat a fresh egg .",
];
const folder = fileURLToPath(new URL("../../../.github/assets/", import.meta.url));

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const story = await translateAll(sentences);
for (const [name, theme] of Object.entries(themes)) {
  await keep(`attention-${name}.svg`, draw(story, theme, true));
  await keep(`attention-${name}-still.svg`, draw(story, theme, false));
}

async function keep(name: string, film: string): Promise<void> {
  if (!values.check) {
    await mkdir(folder, { recursive: true });
    await writeFile(folder + name, film);
    console.log(`${name} (${(Buffer.byteLength(film) / 1000).toFixed(1)} kB)`);
  } else if ((await readFile(folder + name, "utf8").catch(() => "")) !== film) {
    console.error(`.github/assets/${name} is stale; run pnpm readme:film`);
    process.exitCode = 1;
  }
}
