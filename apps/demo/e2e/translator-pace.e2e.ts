import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@saccade/e2e";

test("reaches what the terminal reaches in tokens a second", async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto("./#/translator");
  const status = page.locator("p.status");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(status).toContainText(/epoch [2-9] of/, { timeout: 400_000 });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(status).toContainText("Paused");
  const pace = (await page.locator(".pace").textContent()) ?? "";
  const tab = Number(/^([\d,]+) tokens\/s/.exec(pace)?.[1]?.replaceAll(",", ""));
  const terminal = await terminalTokensPerSecond();
  console.log(
    `translator: ${tab} tokens/s in the tab, ${terminal.toFixed(0)} in the terminal: ${(tab / terminal).toFixed(2)} of it`,
  );
  expect(tab).toBeGreaterThan(0);
});

/** The terminal's translator with one thread, as the tab has it on two cores. */
async function terminalTokensPerSecond(): Promise<number> {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const args = ["--import", "tsx", "--conditions=@saccade/source", "examples/translate.ts"];
  const model = ["--model", "luong", "--grammar", "en-fr", "--batch", "64"];
  const options = ["--backend", "wasm", "--epochs", "2", ...model, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...options], { cwd: root });
  const rates = stdout
    .split("\n")
    .filter((line) => line.includes("tokens_per_sec"))
    .map((line): number => JSON.parse(line).tokens_per_sec);
  const late = rates.slice(rates.length / 2).sort((a, b) => a - b);
  return late[Math.floor(late.length / 2)] ?? Number.NaN;
}
