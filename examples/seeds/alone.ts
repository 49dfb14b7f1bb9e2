import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BackendName, backendOption, useBackend } from "../backend.ts";
import { runMain, UsageError } from "../usage.ts";

/** Runs a document's program if it is the file that was started, and not imported. */
export async function runAlone(url: string, main: () => Promise<void>): Promise<void> {
  const started = process.argv[1];
  if (started === undefined || realpathSync(started) !== realpathSync(fileURLToPath(url))) return;
  await runMain("seeds", async () => {
    await useBackend(options().backend);
    await main();
    return 0;
  });
}

/** Whether `--full` was asked for: training as long as the document does. */
export function fullRun(): boolean {
  return options().full;
}

interface SeedOptions {
  readonly full: boolean;
  readonly backend: BackendName;
}

// The reference backend by default: the documents' own digits, such as "2." for a mean, are those of a double that is
// rounded once.
/** @throws UsageError for anything but `--full` and `--backend`. */
function options(): SeedOptions {
  try {
    const { values } = parseArgs({
      options: {
        full: { type: "boolean", default: false },
        backend: { type: "string", default: "reference" },
      },
    });
    return { full: values.full, backend: backendOption(values.backend) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}. The options are --full and --backend reference|wasm|auto.`);
  }
}
