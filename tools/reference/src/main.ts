// pnpm reference: writes the reference to apps/docs. --check: checks the docstrings and runs their examples.
import process from "node:process";
import { parseArgs } from "node:util";
import { check } from "./check.ts";
import { fillIn } from "./fill-in.ts";
import { writePages } from "./pages.ts";
import { readSymbols } from "./symbols.ts";

const help = `pnpm reference [options]

  Writes the reference, generated from docstrings, to apps/docs/reference and apps/docs/zh/reference.

  --check           check that every public symbol has a docstring, and run the examples
  --package NAME    check one package: tensor, nn, …
  --fill            replace "// ?" after a statement of an example by its value`;

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    check: { type: "boolean", default: false },
    fill: { type: "boolean", default: false },
    package: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(help);
else {
  const documented = await readSymbols(values.package);
  if (values.fill) await fillIn(documented, values.package);
  else if (values.check) {
    const { passed, failed } = await check(documented, values.package);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } else {
    console.log(`${writePages(documented)} pages in apps/docs/reference and apps/docs/zh/reference`);
    for (const complaint of documented.complaints) console.error(complaint);
    process.exitCode = documented.complaints.length === 0 ? 0 : 1;
  }
}
