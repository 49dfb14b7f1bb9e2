import type { State } from "./plan.mjs";

export function readState(root: string): State;
export function writeMark(root: string, mark: NonNullable<State["mark"]>): void;
