// Draws the README's film from the demo's translator: pnpm readme:film. With --check it only says whether the files in the
// repository are what it would draw.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import cac from "cac";
import { draw, themes } from "./draw.ts";
import { translateAll } from "./translate.ts";

/** Of the demo's examples, which the translator was not trained on. */
const sentences = [
  "these small black birds ate these apples .",
  "this old man is not waiting for them .",
  "the clever owl will not eat a fresh egg .",
];
const folder = fileURLToPath(new URL("../../../.github/assets/", import.meta.url));

const cli = cac("readme:film");
cli.option("--check", "Compare with the files instead of writing them").help();
const { options, args } = cli.parse(process.argv, { run: false });
const unknown = Object.keys(options).find((key) => !["--", "check", "help", "h"].includes(key)) ?? args[0];
if (unknown !== undefined) {
  console.error(`readme:film: unknown argument "${unknown}"; it takes --check alone.`);
  process.exitCode = 2;
} else if (!options["help"]) {
  const story = await translateAll(sentences);
  for (const [name, theme] of Object.entries(themes)) {
    await keep(`attention-${name}.svg`, draw(story, theme, true));
    await keep(`attention-${name}-still.svg`, draw(story, theme, false));
  }
}

async function keep(name: string, film: string): Promise<void> {
  if (options["check"] !== true) {
    await mkdir(folder, { recursive: true });
    await writeFile(folder + name, film);
    console.log(`${name} (${(Buffer.byteLength(film) / 1000).toFixed(1)} kB)`);
  } else if ((await readFile(folder + name, "utf8").catch(() => "")) !== film) {
    console.error(`.github/assets/${name} is stale; run pnpm readme:film`);
    process.exitCode = 1;
  }
}
