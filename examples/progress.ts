import { SingleBar } from "cli-progress";

/** A progress bar for the terminal, which stays on its line and leaves signals to the program. */
export function progressBar(format: string, stream: NodeJS.WritableStream): SingleBar {
  return new SingleBar({
    format,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 24,
    hideCursor: true,
    gracefulExit: false,
    linewrap: false,
    stream,
  });
}

/** A time as people say it: 12 s, 5 min 12 s, 2 h 5 min. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Stops a trainer after the step in progress at Ctrl-C, until `run` is over; a second Ctrl-C ends at once. */
export async function untilStopped<T>(
  { trainer }: { readonly trainer: { stop(): Promise<void> } },
  run: () => Promise<T>,
): Promise<T> {
  let stoppedAt: number | null = null;
  const stop = (): void => {
    // A script runner may hand on the signal that the terminal sent as well: that is no second Ctrl-C.
    if (stoppedAt !== null && performance.now() - stoppedAt > 500) process.exit(130);
    stoppedAt ??= performance.now();
    void trainer.stop();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  try {
    return await run();
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}
