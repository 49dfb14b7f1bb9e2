import { createInterface } from "node:readline";
import { answerMark, type Ready, type Reply, type Request } from "./protocol.ts";

/** A player that answers requests. */
export interface Answering {
  readonly ready: Ready;
  answer(request: Request): Promise<Reply>;
  /** Frees resources that would outlive the process. */
  end?(): Promise<void>;
}

/** Answers the requests on standard input, a line each, until it ends; see protocol.ts. */
export async function servePlayer(start: () => Promise<Answering>): Promise<void> {
  let player: Answering;
  try {
    player = await start();
    say({ ready: player.ready });
  } catch (error) {
    say({ error: reason(error) });
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      say(await player.answer(JSON.parse(line) as Request));
    } catch (error) {
      say({ error: reason(error) });
    }
  }
  await player.end?.();
  process.exit(0);
}

function say(reply: Reply | { ready: Ready }): void {
  process.stdout.write(`${answerMark}${JSON.stringify(reply)}\n`);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
