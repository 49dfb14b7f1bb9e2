import { spawnSync } from "node:child_process";

export interface Ran {
  readonly ok: boolean;
  readonly output: string;
  /** Seconds that passed, and seconds of all cores together. */
  readonly wall: number;
  readonly cpu: number;
}

/** Runs one command line in a folder, and measures it. */
export function run(command: string, cwd: string): Ran {
  const started = performance.now();
  // The shell's own account of its children's time goes to a channel of its own.
  const script = `(${command}) 2>&1; code=$?; times >&3; exit $code`;
  const { status, stdout, output } = spawnSync("sh", ["-c", script], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit", "pipe"],
    maxBuffer: 2 ** 28,
  });
  const children = (output[3] ?? "").trim().split("\n").at(-1) ?? "";
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds))
    .reduce((sum, seconds) => sum + seconds, 0);
  return { ok: status === 0, output: stdout, wall: (performance.now() - started) / 1000, cpu };
}
