import { type Source, sourcesOf } from "../../src/files/source.ts";
import { filesOf } from "../load/checkpoints.ts";

/** A JSON file as the loader sees it. */
export function sourceOf(name: string, content: object): Source {
  return sourcesOf("test", filesOf({ [name]: content }))[0]!;
}
