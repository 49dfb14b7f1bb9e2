// Writes the two variants of the module as they are, for those who serve them or look into them: dist/*.wasm.
// Runs after the TypeScript build, whose output it uses.
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packedModule } from "../dist/generated/module.gen.js";
import { inflate } from "../dist/wasm-module.js";
import { weave } from "../dist/weave.js";

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), "dist");
const streams = await inflate(packedModule.text, packedModule.lengths);
await writeFile(join(dist, "plain.wasm"), weave(streams, true));
await writeFile(join(dist, "relaxed.wasm"), weave(streams, false));
