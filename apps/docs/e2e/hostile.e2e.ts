// Programs that came from a link and mean harm: each runs, as a reader's click has it, and reaches nothing.
import { expect, type Page, test } from "@playwright/test";
import { attempts } from "./attempts.ts";
import { listenElsewhere } from "./elsewhere.ts";
import { linkTo, output, run } from "./playground.ts";
import { keepOffline } from "./site.ts";

test.use({ serviceWorkers: "allow" });

/** Opens a link and runs its program to the end. */
async function runLinked(page: Page, program: string): Promise<string> {
  await page.goto("about:blank");
  await page.goto(linkTo(program));
  await run(page).click();
  await expect(page.locator(".playground")).toHaveAttribute("data-state", /done|failed/);
  return (await output(page).textContent()) ?? "";
}

/** Everything that this origin keeps in the browser, and what its caches hold. */
function kept(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const bytes = await (await cache.match(request))?.arrayBuffer();
        const digest = await crypto.subtle.digest("SHA-1", bytes ?? new ArrayBuffer());
        cached.push(`${name} ${request.url} ${new Uint8Array(digest).join(" ")}`);
      }
    }
    const workers = await navigator.serviceWorker.getRegistrations();
    return {
      // What is kept as it is visited is no business of programs either, but there is more of it after a visit.
      cached: cached
        .filter((entry) => !/\/(editor\/|(assets\/)?(zh[/_])?(playground|reference))/.test(entry))
        .sort(),
      others: (await caches.keys()).filter((name) => name.includes("mine")),
      workers: workers.map(({ scope, active }) => `${scope} ${active?.scriptURL}`),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      local: Object.keys(localStorage).filter((name) => !name.startsWith("vitepress")),
      session: Object.keys(sessionStorage).filter((name) => !name.startsWith("vitepress")),
      cookies: document.cookie,
    };
  });
}

/** A program that makes all attempts, and prints for each whether it was refused. */
function trying(all: Readonly<Record<string, string>>): string {
  const tries = Object.entries(all).map(
    ([what, statements]) => `attempt(${JSON.stringify(what)}, async () => {\n${statements}\n}),`,
  );
  return `async function attempt(what: string, make: () => Promise<void>) {
  const silence = new Promise((_, fail) => setTimeout(() => fail(Error("no answer")), 3000));
  try {
    await Promise.race([make(), silence]);
    console.log("REACHED", what);
  } catch (error) {
    console.log("refused", what, String(error).split("\\n")[0]);
  }
}
await Promise.all([
${tries.join("\n")}
]);
export {};`;
}

test("every attempt of a linked program is refused, and the next visits are as before", async ({
  page,
  context,
  baseURL,
}) => {
  await using elsewhere = await listenElsewhere();
  await page.goto("/book/kernel-regression");
  await keepOffline(page, "page");
  const before = await kept(page);
  const all = attempts(baseURL ?? "", elsewhere.address);
  const printed = await runLinked(page, trying(all));
  expect(printed.split("\n").filter((line) => !line.startsWith("refused "))).toEqual([]);
  expect(printed.split("\n")).toHaveLength(Object.keys(all).length);
  expect(new URL(page.url()).pathname).toBe("/playground");
  expect(await kept(page)).toEqual(before);
  expect(elsewhere.requests).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  await context.setOffline(true);
  await page.goto("/book/kernel-regression");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Kernel regression");
});
