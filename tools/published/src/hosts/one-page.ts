import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Open } from "../browser.ts";
import type { Packed } from "../pack.ts";
import { tell } from "../tally.ts";
import { problemsOf } from "./packages/check.ts";
import { manifest } from "./packages/group.ts";
import { main } from "./packages/programs/saccade.ts";
import { saccadeProgram } from "./saccade-program.ts";
import type { Server } from "./server.ts";

const run = promisify(execFile);
const file = "node_modules/saccade/dist/page/saccade.min.js";

/** The most requests of a page with the import map, itself included. */
const mostRequests = 25;

/**
 * Installs `saccade` in an empty folder, and opens pages there that have no bundler: with one script of this site or of
 * another, with the import map that the command prints, and with the script in a Worker. Each trains, has two threads, and counts its requests.
 *
 * @param server has the folder's parent: /SITE/FOLDER
 */
export async function pagesAlone(
  folder: string,
  packed: readonly Packed[],
  { origin, asked }: Server,
  open: Open,
): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest(["saccade"], packed)));
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", ...quiet], { cwd: folder });
  const map = await run("npm", ["exec", "--offline", "--", "saccade", "import-map"], { cwd: folder });
  const elsewhere = origin.replace("localhost", "127.0.0.1");
  const own = encodeURIComponent(basename(folder));
  await writeFile(join(folder, "worker.js"), await saccadeProgram(`./${file}`, "postMessage"));
  const publish = "((text) => { document.title = text; })";
  const worker = `new Worker("worker.js", { type: "module" }).onmessage = ({ data }) => ${publish}(data);`;
  const pages: readonly (readonly [title: string, most: number, head: string, script: string])[] = [
    ["one script", 2, "", await saccadeProgram(`./${file}`, publish)],
    [
      "one script and its worker's file, worker-src 'self'",
      6,
      "",
      await saccadeProgram(`./${file}`, publish),
    ],
    ["one script of another site", 2, "", await saccadeProgram(`${elsewhere}/cdn/${own}/${file}`, publish)],
    ["one script, in a Worker", 3, "", worker],
    ["the import map", mostRequests, map.stdout, await saccadeProgram("saccade", publish)],
  ];
  const expected = { ...(await main()), threads: 2 };
  for (const [index, [title, most, head, script]] of pages.entries()) {
    const page = `<!doctype html><title></title>${head}<script type="module">${script}</script>\n`;
    await writeFile(join(folder, `${index}.html`), page);
    asked.length = 0;
    const site = title.endsWith("'self'") ? "inline" : "isolated";
    const result = await open<object>(`${origin}/${site}/${own}/${index}.html`);
    const requests = asked.filter((path) => path !== "/favicon.ico");
    const tooMany = requests.length > most ? [`at most ${most}, and it made ${requests.join(" ")}`] : [];
    tell(`${title}: a page trains with ${requests.length} requests`, [
      ...problemsOf(result, expected),
      ...tooMany,
    ]);
  }
}
