/** A line of the terminal that is written over: a bar, and a text behind it. */
export interface ProgressBar {
  show(done: number, total: number, text: string): void;
  /** Leaves the line as it is and goes on below it. */
  end(): void;
}

const width = 24;
/** Milliseconds between two writes; a terminal over the network takes its time. */
const pause = 50;

export function progressBar(stream: NodeJS.WriteStream): ProgressBar {
  let line = "";
  let last = 0;
  const write = (): void => {
    stream.write(`\r\x1b[2K${line.slice(0, Math.max(width, stream.columns - 1))}`);
  };
  return {
    show(done, total, text) {
      const full = Math.round((width * done) / total);
      line = `${"█".repeat(full)}${"░".repeat(width - full)} ${text}`;
      if (performance.now() - last < pause) return;
      last = performance.now();
      write();
    },
    end() {
      if (line === "") return;
      write();
      stream.write("\n");
      line = "";
    },
  };
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
