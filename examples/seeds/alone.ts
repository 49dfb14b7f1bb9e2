import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runMain, UsageError } from "../usage.ts";

/** Runs a document's program if it is the file that was started, and not imported. */
export async function runAlone(url: string, main: () => Promise<void>): Promise<void> {
  const started = process.argv[1];
  if (started === undefined || realpathSync(started) !== realpathSync(fileURLToPath(url))) return;
  await runMain("seeds", async () => {
    fullRun();
    await main();
    return 0;
  });
}

/** Whether `--full` was asked for: training as long as the document does. @throws UsageError for anything else. */
export function fullRun(): boolean {
  try {
    const { values } = parseArgs({ options: { full: { type: "boolean", default: false } } });
    return values.full;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason}. The only option is --full.`);
  }
}
