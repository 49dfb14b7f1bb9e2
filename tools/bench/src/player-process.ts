import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { answerMark, type Ready, type Reply, type Request } from "./protocol.ts";

/** How a player's process is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A player in a separate process, so that its heap, types and crashes do not affect others. */
export class PlayerProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #complaints: string = "";

  constructor({ command, args, env = {} }: Launch) {
    const child = spawn(command, args, { stdio: "pipe", env: { ...process.env, ...env } });
    this.#child = child;
    child.on("error", (error) => {
      this.#complaints += error.message;
    });
    child.stdin.on("error", () => {}); // the process ended; the missing answer reveals it
    child.stderr.on("data", (data: Buffer) => {
      this.#complaints = (this.#complaints + data.toString()).slice(-2000);
    });
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined;
  }

  /** Waits until the library runs. @throws Error saying why it does not. */
  async ready(): Promise<Ready> {
    const reply = (await this.#next()) as Reply & { ready?: Ready };
    if (reply.ready !== undefined) return reply.ready;
    throw new Error(reply.error ?? "it said nothing");
  }

  /** @throws Error when the process fails, ends, or takes longer than `limit` seconds: then it is ended. */
  async ask(request: Request, limit: number): Promise<Reply> {
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.end();
    }, limit * 1000);
    try {
      const reply = await this.#next();
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply;
    } catch (error) {
      throw late ? new Error(`"${request.do}" took longer than ${limit} s`) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the process. */
  end(): void {
    this.#child.stdin?.end();
    this.#child.kill();
  }

  async #next(): Promise<Reply> {
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done === true) {
        const last = this.#complaints.trim().split("\n").at(-1) ?? "";
        throw new Error(`its process ended${last === "" ? "" : `: ${last}`}`);
      }
      if (value.startsWith(answerMark)) return JSON.parse(value.slice(answerMark.length)) as Reply;
    }
  }
}
