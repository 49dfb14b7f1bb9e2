import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { environment } from "./command.ts";

/** A served page. */
export interface Preview {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves a built project as `npm run preview` does, or its sources as `npm run dev`. */
export async function preview(project: string, script: "preview" | "dev" = "preview"): Promise<Preview> {
  const port = await freePort();
  const vite = join(project, "node_modules/vite/bin/vite.js");
  const args = [vite, script, "--port", String(port), "--strictPort", "--host", "127.0.0.1"];
  const child = spawn(process.execPath, args, { cwd: project, env: environment, stdio: "pipe" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    const onData = (data: Buffer): void => {
      said += String(data);
      if (said.includes(`:${port}`)) resolve();
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    child.once("exit", () => reject(new Error(`vite ${script} ended: ${said}`)));
  });
  const close = (): Promise<void> => {
    child.kill();
    return ended;
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
