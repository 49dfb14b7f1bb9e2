import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

const program = new URL("packages/programs/saccade.ts", import.meta.url);

/**
 * The program that trains by `saccade`, as JavaScript with what it imports from an address. It publishes its result as a text, with
 * the number of its threads.
 */
export async function saccadeProgram(address: string, publish: string): Promise<string> {
  const { code } = await transform(await readFile(program, "utf8"), { loader: "ts", target: "es2022" });
  return `${code.replace('from "saccade"', `from "${address}"`).replace("export {", "({")}
import { wasmBackend } from "${address}";
const result = await main();
const { threads } = await wasmBackend({ threads: 2 });
${publish}(JSON.stringify({ ...result, threads }));
`;
}
