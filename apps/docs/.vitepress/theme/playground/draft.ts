/** A reader's version of a program. */
export interface Draft {
  readonly file: string;
  readonly text: string;
}

const key = (file: string): string => `saccade-playground:${file}`;

/** The reader's last edit of a program, or null. */
export function readDraft(file: string): string | null {
  try {
    return localStorage.getItem(key(file));
  } catch {
    return null; // Storage is forbidden.
  }
}

/** Whether the browser keeps it. */
export function writeDraft({ file, text }: Draft): boolean {
  try {
    localStorage.setItem(key(file), text);
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(file: string): void {
  try {
    localStorage.removeItem(key(file));
  } catch {}
}
