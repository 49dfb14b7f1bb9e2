/** The command line was wrong: the program says so in a line and ends with status 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** Runs a program's main function. What goes wrong is one line on standard error, not a stack. */
export async function runMain(program: string, main: () => Promise<number>): Promise<void> {
  // A reader that has seen enough (| head) ends the program quietly.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  try {
    process.exitCode = await main();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const usage = error instanceof UsageError;
    process.stderr.write(`${program}: ${message}${usage ? ` See ${program} --help.` : ""}\n`);
    if (process.env["SACCADE_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exitCode = usage ? 2 : 1;
  }
}
