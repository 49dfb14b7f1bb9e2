const key = "saccade-tries";
/** After so many tries that did not pass, an exercise shows its solution. */
const enough = 2;

let counts: Record<string, unknown> = {}; // where storage is forbidden, for as long as the page is open

function read(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (typeof kept === "object" && kept !== null) counts = { ...kept };
  } catch {}
  return counts;
}

/** Whether this reader has tried an exercise often enough to see its solution. */
export function hasTried(exercise: string): boolean {
  return Number(read()[exercise] ?? 0) >= enough;
}

/** Counts a try that did not pass. */
export function countTry(exercise: string): void {
  counts = { ...read(), [exercise]: Number(read()[exercise] ?? 0) + 1 };
  try {
    localStorage.setItem(key, JSON.stringify(counts));
  } catch {}
}
