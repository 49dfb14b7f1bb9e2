import { adapterIn } from "./gpu/adapter.ts";
import type { Launcher } from "./launch.ts";
import { PlayerProcess } from "./player-process.ts";
import type { PlayerName } from "./players.ts";
import type { Reply, Request } from "./protocol.ts";

// A step that is compiled for so long is of no use to anybody.
const limit = 120;

/** The processes of the players; each is started when it is first asked, and again when it has died. */
export class Team {
  readonly #launcher: Pick<Launcher, "launch">;
  readonly #processes = new Map<PlayerName, PlayerProcess>();
  /** Each player's note about itself. */
  readonly facts: Map<PlayerName, Readonly<Record<string, string>>> = new Map();
  /** Players that cannot be started, and why. */
  readonly missing: Map<PlayerName, string> = new Map();

  constructor(launcher: Pick<Launcher, "launch">) {
    this.#launcher = launcher;
  }

  /** Whether a player's process runs, started now if need be. */
  async has(player: PlayerName): Promise<boolean> {
    if (this.#processes.get(player)?.alive) return true;
    if (this.missing.has(player)) return false;
    try {
      const process = new PlayerProcess(this.#launcher.launch(player));
      this.#processes.set(player, process);
      const { facts } = await process.ready();
      this.#checkAdapter(facts);
      this.facts.set(player, facts);
      return true;
    } catch (error) {
      this.#processes.get(player)?.end();
      this.#processes.delete(player);
      this.missing.set(player, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  // Times on different GPUs cannot be compared.
  #checkAdapter(facts: Readonly<Record<string, string>>): void {
    const mine = adapterIn(facts)?.adapter;
    for (const others of this.facts.values()) {
      const theirs = adapterIn(others)?.adapter;
      if (mine !== undefined && theirs !== undefined && mine !== theirs)
        throw new Error(`it would run on ${mine}, the players before it on ${theirs}`);
    }
  }

  /** @throws Error when the player fails. */
  ask(player: PlayerName, request: Request): Promise<Reply> {
    const process = this.#processes.get(player);
    if (process === undefined) throw new Error(`${player} is not running`);
    return process.ask(request, limit);
  }

  /** Ends every process: the next workload starts with fresh ones. */
  end(): void {
    for (const process of this.#processes.values()) process.end();
    this.#processes.clear();
  }
}
