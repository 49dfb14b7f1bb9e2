import type { JSX } from "preact";
import type { ThingName } from "./cue.ts";

/** The things on the table, in 64 by 64. */
export const drawings: Readonly<Record<ThingName, JSX.Element>> = {
  newspaper: (
    <g class="thing">
      <rect x="10" y="14" width="44" height="38" />
      <path d="M15 20h34M15 28h15M15 34h15M15 40h15M15 46h15M34 28h15v18h-15z" />
    </g>
  ),
  paper: (
    <g class="thing">
      <path d="M17 8h22l9 9v39h-31zM39 8v9h9M23 26h19M23 33h19M23 40h13" />
    </g>
  ),
  cup: (
    <g class="thing red">
      <path d="M14 18h30v24a9 9 0 0 1-9 9h-12a9 9 0 0 1-9-9zM44 24h4a7 7 0 0 1 0 14h-4" />
    </g>
  ),
  notebook: (
    <g class="thing">
      <rect x="16" y="10" width="34" height="44" />
      <path d="M12 18h8M12 26h8M12 34h8M12 42h8M27 20h16" />
    </g>
  ),
  book: (
    <g class="thing">
      <path d="M32 18c-6-5-14-6-22-5v36c8-1 16 0 22 5 6-5 14-6 22-5v-36c-8-1-16 0-22 5zM32 18v36" />
    </g>
  ),
  pencil: (
    <g class="thing">
      <path d="M12 52l3-12 30-30 9 9-30 30zM15 40l9 9M40 15l9 9" />
    </g>
  ),
};
