import type { Cached, HeadAsk, HeadMaps, ReadAsk, Reading, WriteAsk, Written } from "./calls.ts";

/** A model in a worker that reads and continues texts: the one that learns in the page, or one from files. */
export interface Subject {
  read(ask: ReadAsk): Promise<Reading>;
  write(ask: WriteAsk): Promise<Written>;
  heads(): Promise<HeadMaps>;
  cached(ask: HeadAsk): Promise<Cached>;
}
