import type { Context } from "../adapter.ts";
import type { Fields } from "../case.ts";
import type { Report } from "../compare.ts";
import type { Folder } from "../folder.ts";

/** A part of a training record that passes or fails separately. */
export interface RecordPart {
  readonly name: string;
  check(report: Report, context: Context): void;
}

/** A file without `cases`, known by its keys. */
export interface RecordLayout {
  matches(content: Readonly<Record<string, unknown>>): boolean;
  /** Printed when there is nothing to check. */
  readonly note?: string;
  parts(record: Fields, folder: Folder, file: string): RecordPart[];
}
