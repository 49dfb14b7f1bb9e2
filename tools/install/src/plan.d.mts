export type SetName = "examples" | "demo" | "everything";

export interface State {
  readonly lockfile: string;
  readonly mark: { readonly lockfile: string; readonly sets: readonly SetName[] } | null;
  readonly found: {
    readonly lockfile: string;
    readonly whole: boolean;
    readonly development: boolean;
  } | null;
}

export const sets: Readonly<Record<SetName, { readonly title: string; readonly filters: readonly string[] }>>;
export function setsToInstall(wanted: SetName, state: State): SetName[];
export function argumentsFor(names: readonly SetName[]): string[];
export function pnpmCommand(
  env: Readonly<Record<string, string | undefined>>,
  packageManager: string,
  node: string,
): string[];
