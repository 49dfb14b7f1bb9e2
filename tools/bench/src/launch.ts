import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Built } from "./build.ts";
import type { Launch } from "./player-process.ts";
import { counterpart, isBefore, isInTab, libraryOf, type PlayerName } from "./players.ts";

const python = join(dirname(dirname(fileURLToPath(import.meta.url))), "python", "player.py");

/** How the players of this machine are started. */
export class Launcher {
  readonly #players: Pick<Built, "player" | "tabPlayer">;
  readonly #before: string | null;
  readonly #python: string | null;
  /** PyTorch's version, or why it is not there. */
  readonly torch: { readonly version: string } | { readonly missing: string };

  /**
   * @param before the players' bundle of another checkout, if one takes part.
   * @param interpreters Python commands to try; the first that has torch is taken.
   */
  constructor(
    players: Pick<Built, "player" | "tabPlayer">,
    before: string | null,
    interpreters: readonly string[],
  ) {
    this.#players = players;
    this.#before = before;
    const found = interpreters.map((command) => ({ command, version: torchOf(command) }));
    const first = found.find(({ version }) => version !== null);
    this.#python = first?.command ?? null;
    this.torch =
      first?.version == null
        ? { missing: `no torch in ${interpreters.join(", ")} (Debian: python3-torch libopenblas0-pthread)` }
        : { version: first.version };
  }

  /** @throws Error where it cannot be started here. */
  launch(player: PlayerName): Launch {
    if (isBefore(player)) {
      if (this.#before === null) throw new Error("no other checkout was named");
      return { command: process.execPath, args: [this.#before, counterpart(player)] };
    }
    if (libraryOf(player) !== null) {
      const { player: inNode, tabPlayer } = this.#players;
      return { command: process.execPath, args: [isInTab(player) ? tabPlayer : inNode, player] };
    }
    if (this.#python === null) throw new Error("missing" in this.torch ? this.torch.missing : "no Python");
    const threads = player === "torch-2" ? "2" : "1";
    const env = { OMP_NUM_THREADS: threads, OPENBLAS_NUM_THREADS: threads, MKL_NUM_THREADS: threads };
    return { command: this.#python, args: [python, threads], env };
  }
}

function torchOf(command: string): string | null {
  const { status, stdout } = spawnSync(command, ["-c", "import torch; print(torch.__version__)"], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : null;
}
