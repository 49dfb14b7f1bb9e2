// Every package and the kernels' threads in runtimes and in headless Chromium, with bundlers and headers: pnpm test:hosts.
// A pair of package and host, or of bundler and header, is tried once; with --long each package is installed, run and
// bundled alone, and the whole product of pages is opened.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { executablePath, inBrowser } from "../browser.ts";
import { packAll } from "../pack.ts";
import { checkIn, skip } from "../tally.ts";
import { copiesInBundles, copiesInRuntimes } from "./copies.ts";
import { bundleKernels, kernelsInPages, kernelsInRuntimes } from "./kernels.ts";
import { inManagers } from "./managers.ts";
import { pagesAlone } from "./one-page.ts";
import { bundleGroups, inPages, inProcesses, inRuntimes, makeGroups } from "./packages/in-hosts.ts";
import { makeProject } from "./project.ts";
import { runtimes } from "./runtimes.ts";
import { serve } from "./server.ts";

const long = process.argv.includes("--long");

await checkIn("hosts", async (folder) => {
  const [packed, hosts] = await Promise.all([packAll(), runtimes()]);
  for (const { name, command } of hosts) if ("missing" in command) skip(name, command.missing);
  const kernels = join(folder, "kernels");
  await makeProject(kernels, packed);
  const groups = await makeGroups(folder, packed, long);
  await inProcesses(groups);
  await inRuntimes(
    groups,
    hosts.filter(({ command }) => !("missing" in command || command[0] === process.execPath)),
  );
  await kernelsInRuntimes(kernels, hosts);
  await copiesInRuntimes(kernels, hosts);
  await inManagers(folder, packed);
  await bundleGroups(groups, long);
  await bundleKernels(kernels);
  await copiesInBundles(kernels);
  if (!existsSync(executablePath)) {
    skip("pages", `no Chromium at ${executablePath}; install it, or set CHROMIUM`);
    return;
  }
  const server = await serve(folder);
  try {
    await inBrowser(async (open) => {
      await inPages(groups, (path) => open(`${server.origin}/plain/${path}`));
      await pagesAlone(join(folder, "a site"), packed, server, open);
      await kernelsInPages(kernels, (site, page) => open(`${server.origin}/${site}/kernels/${page}`), long);
    });
  } finally {
    server.close();
  }
});
