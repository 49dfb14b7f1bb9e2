import { useMedia } from "../../ui/use-media.ts";

/** Whether the screen is a phone's, as in page.css. */
export function useNarrow(): boolean {
  return useMedia("(max-width: 40rem)");
}
