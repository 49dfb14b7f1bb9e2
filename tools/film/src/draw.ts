import { fontSize, height, type Place, placeWords, width } from "./layout.ts";
import { animations, type Cue, cuesOf } from "./timing.ts";
import type { Scene, Story } from "./translate.ts";

/** The colors of a theme, for GitHub's page. */
export interface Theme {
  readonly ink: string;
  readonly quiet: string;
  /** The highlight of an attended word; ink stays readable on it. */
  readonly light: string;
  readonly line: string;
}

export const themes: Readonly<Record<"light" | "dark", Theme>> = {
  light: { ink: "#1f2328", quiet: "#59636e", light: "#ffcf47", line: "#bf8700" },
  dark: { ink: "#f0f6fc", quiet: "#9198a1", light: "#8a5d00", line: "#d29922" },
};

const sourceY = 66;
const targetY = 206;
/** Weights below it are not drawn. */
const least = 0.01;

/**
 * An SVG file that needs nothing else: the film, or its first scene, complete, for readers who prefer less motion. The file
 * of the film stops for them, too, but not every browser passes this preference to images.
 */
export function draw({ scenes, parameters }: Story, theme: Theme, moves: boolean): string {
  const { cues, total } = cuesOf(scenes);
  const groups = scenes.slice(0, moves ? undefined : 1).map((scene, i) => drawScene(scene, cues[i]!, i));
  const motion = [
    animations(cues, total),
    "@media (prefers-reduced-motion:reduce){*{animation:none!important}}\n",
  ];
  const size = parameters.toLocaleString("en-US");
  const caption = `The attention weights of a translator with ${size} parameters, trained with Saccade`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${caption}">
<style>
${styles(theme, total)}
${moves ? motion.join("\n") : ""}</style>
${groups.join("\n")}
<text class="caption" x="${width / 2}" y="${height - 14}">${caption}</text>
</svg>
`;
}

/** Without animations the first scene is shown complete. */
function styles({ ink, quiet, light, line }: Theme, total: number): string {
  return [
    `text{font:${fontSize}px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:${ink};text-anchor:middle}`,
    `.caption{font-size:15px;fill:${quiet}}`,
    `.percent{font-size:15px;fill:${quiet}}`,
    `rect{fill:${light}}`,
    `path{fill:none;stroke:${line};stroke-dasharray:1}`,
    ".light{opacity:0}",
    ".later{opacity:0}",
    `.scene,.light,.line,.word{animation-duration:${seconds(total)};animation-iteration-count:infinite;animation-fill-mode:backwards;animation-timing-function:linear}`,
    ".light{animation-name:light}.line{animation-name:line}.word{animation-name:word}",
  ].join("\n");
}

function drawScene(scene: Scene, { words }: Cue, index: number): string {
  const above = placeWords(scene.source);
  const below = placeWords(scene.target);
  const read = scene.source.map((word, j) => text(word, above[j]!, sourceY));
  const marks = scene.target.map((word, i) => {
    const delay = `style="animation-delay:${seconds(words[i]!)}"`;
    const seen = (scene.weights[i] ?? []).flatMap((weight, j) =>
      weight < least ? [] : [{ weight, place: above[j]! }],
    );
    return [
      `<g class="light" ${delay}>${seen.map(highlight).join("")}</g>`,
      ...seen.map(({ weight, place }) => line(place, below[i]!, weight, delay)),
      text(word, below[i]!, targetY, `class="word" ${delay}`),
    ].join("\n");
  });
  // The source's words are drawn on top of their highlights.
  const name = index === 0 ? "scene" : "scene later";
  return `<g class="${name}" style="animation-name:scene${index}">\n${marks.join("\n")}\n${read.join("")}\n</g>`;
}

function text(word: string, { x }: Place, y: number, rest: string = ""): string {
  return `<text x="${x}" y="${y}"${rest === "" ? "" : ` ${rest}`}>${escapeText(word)}</text>`;
}

/** As opaque as the weight, with the weight above. */
function highlight({ weight, place }: { weight: number; place: Place }): string {
  const box = { x: place.x - place.width / 2 - 8, y: sourceY - 25, width: place.width + 16 };
  const percent = `<text class="percent" x="${place.x}" y="${sourceY - 34}">${(100 * weight).toFixed(0)} %</text>`;
  return `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="36" rx="8" fill-opacity="${short(weight)}"/>${percent}`;
}

/** From a word of the source to the word that attends to it; wider and more opaque for a larger weight. */
function line(from: Place, to: Place, weight: number, delay: string): string {
  const [top, bottom] = [sourceY + 16, targetY - 26];
  const middle = (top + bottom) / 2;
  const d = `M${from.x} ${top}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${bottom}`;
  const look = `stroke-width="${short(1 + 4 * weight)}" stroke-opacity="${short(weight)}"`;
  return `<path class="line" ${delay} pathLength="1" d="${d}" ${look}/>`;
}

function escapeText(word: string): string {
  return word.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function seconds(value: number): string {
  return `${short(value)}s`;
}

function short(value: number): string {
  return String(Number(value.toFixed(2)));
}
