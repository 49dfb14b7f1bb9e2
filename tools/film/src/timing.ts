import type { Scene } from "./translate.ts";

/** Seconds from one word of the translation to the next. */
export const step = 0.9;
const before = 0.8;
const after = 2.2;
const fade = 0.4;

/** When a scene is shown, in seconds. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  /** When each word of the translation begins. */
  readonly words: readonly number[];
}

/** The scenes, one after the other. */
export function cuesOf(scenes: readonly Scene[]): { cues: readonly Cue[]; total: number } {
  const cues: Cue[] = [];
  let from = 0;
  for (const { target } of scenes) {
    const words = target.map((_, i) => from + before + i * step);
    const to = from + before + target.length * step + after;
    cues.push({ from, to, words });
    from = to;
  }
  // A word's mark stays for the longest scene, and must be gone when its own scene comes again.
  if (from < 2 * longest(cues)) throw new Error("the film needs another scene, or scenes of like length");
  return { cues, total: from };
}

function longest(cues: readonly Cue[]): number {
  return Math.max(...cues.map(({ from, to }) => to - from));
}

/**
 * The style sheet's animations. Every animation takes the whole film and repeats for ever; a word's marks share theirs,
 * each with its own delay.
 */
export function animations(cues: readonly Cue[], total: number): string {
  const stay = longest(cues);
  const at = (seconds: number): string => `${Number(((100 * seconds) / total).toFixed(2))}%`;
  const frames = (name: string, ...marks: readonly (readonly [seconds: number, style: string])[]): string => {
    // Two marks at the same time are one, the later.
    const styles = new Map(marks.map(([seconds, style]) => [at(seconds), style]));
    return `@keyframes ${name}{${Array.from(styles, ([time, style]) => `${time}{${style}}`).join("")}}`;
  };
  const scenes = cues.map(({ from, to }, i) => {
    const appears = [
      [0, "opacity:0"],
      [from, "opacity:0"],
      [from + fade, "opacity:1"],
    ] as const;
    const goes = [
      [to - fade, "opacity:1"],
      [to, "opacity:0"],
      [total, "opacity:0"],
    ] as const;
    return frames(`scene${i}`, ...appears, ...goes);
  });
  return [
    ...scenes,
    // The source lights up, lines run down from it, and the word appears.
    frames(
      "light",
      [0, "opacity:0"],
      [0.15, "opacity:1"],
      [step - 0.1, "opacity:1"],
      [step + 0.05, "opacity:0"],
      [total, "opacity:0"],
    ),
    frames(
      "line",
      [0, "opacity:0;stroke-dashoffset:1"],
      [0.1, "opacity:1;stroke-dashoffset:1"],
      [0.45, "opacity:1;stroke-dashoffset:0"],
      [step, "opacity:1"],
      [step + 0.2, "opacity:.55"],
      [stay, "opacity:.55;stroke-dashoffset:0"],
      [stay + 0.1, "opacity:0;stroke-dashoffset:0"],
      [total, "opacity:0;stroke-dashoffset:0"],
    ),
    frames(
      "word",
      [0, "opacity:0"],
      [0.35, "opacity:0"],
      [0.55, "opacity:1"],
      [stay, "opacity:1"],
      [stay + 0.1, "opacity:0"],
      [total, "opacity:0"],
    ),
  ].join("\n");
}
