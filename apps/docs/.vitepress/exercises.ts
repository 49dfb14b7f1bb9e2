import written from "./exercises.json" with { type: "json" };
import type { Title } from "./languages.ts";

/** An exercise that the playground checks: `code/exercises/NAME.ts`, with its checks beside it in `NAME.check.ts`. */
interface Exercise {
  /** The page that it belongs to. */
  readonly page: string;
  readonly task: Title;
}

export const exercises: Readonly<Record<string, Exercise>> = written;
