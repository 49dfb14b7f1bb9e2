import type { Page } from "@playwright/test";

/** The steps of the run that has most of those that the browser keeps; 0 without runs. */
export async function keptSteps(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("keyval-store");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("keyval").objectStore("keyval").getAll();
          all.onsuccess = () => resolve(Math.max(0, ...all.result.map((run: { step: number }) => run.step)));
        };
      }),
  );
}
