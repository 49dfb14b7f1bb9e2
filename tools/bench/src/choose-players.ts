import {
  type BeforePlayer,
  beforePlayers,
  counterpart,
  isOnWebGPU,
  isOurs,
  type OurPlayer,
  ourPlayers,
  type PeerPlayer,
  type PlayerName,
  peerPlayers,
} from "./players.ts";

/** The command-line options that select the players. */
export interface Wishes {
  readonly backend?: readonly string[] | undefined;
  readonly peer?: readonly string[] | undefined;
  readonly player?: readonly string[] | undefined;
  /** Whether another checkout takes part. */
  readonly before: boolean;
}

export interface Chosen {
  readonly players: readonly PlayerName[];
  /** Those that were named. */
  readonly asked: readonly PlayerName[];
  /** See `checkers` of settings.ts. */
  readonly checkers: readonly PlayerName[];
}

/** The request cannot be carried out: nothing was run. */
export class UsageError extends Error {}

/** The players of `--backend webgpu`: all of ours on WebGPU, and the libraries on WebGPU. */
export const family = "webgpu";

/**
 * The players. Those on WebGPU only take part if requested: without a GPU they take long. `--player` names all,
 * one by one. @throws UsageError
 */
export function choosePlayers({ backend, peer, player, before }: Wishes): Chosen {
  if (player !== undefined) {
    if (backend !== undefined || peer !== undefined)
      throw new UsageError("--player names all players: leave --backend and --peer out");
    const players = pick("player", player, [...ourPlayers, ...peerPlayers]);
    return chosen([...players, ...othersOf(players, before)], players);
  }
  const ours = chooseOurs(backend);
  const onWebGPU = ours.some(isOnWebGPU);
  const others = ours.length === 0 || ours.some((name) => !isOnWebGPU(name));
  const peers = choosePeers(peer, (name) => (isOnWebGPU(name) ? onWebGPU : others));
  const named = [...(backend === undefined ? [] : ours), ...(peer === undefined ? [] : peers)];
  return chosen([...ours, ...othersOf(ours, before), ...peers], named);
}

// A GPU's results are compared with the CPU's.
function chosen(players: readonly PlayerName[], asked: readonly PlayerName[]): Chosen {
  const checked = players.some((name) => isOurs(name) && !isOnWebGPU(name));
  return { players, asked, checkers: checked ? [] : ["reference", "wasm"] };
}

function chooseOurs(backend: readonly string[] | undefined): readonly OurPlayer[] {
  if (backend === undefined) return ourPlayers.filter((name) => !isOnWebGPU(name));
  const picked = pick("backend", backend, ourPlayers);
  if (!backend.includes(family)) return picked;
  return ourPlayers.filter((name) => isOnWebGPU(name) || picked.includes(name));
}

function choosePeers(
  peer: readonly string[] | undefined,
  byDefault: (name: PeerPlayer) => boolean,
): readonly PeerPlayer[] {
  if (peer === undefined) return peerPlayers.filter(byDefault);
  return peer.includes("none") ? [] : pick("peer", peer, peerPlayers);
}

function othersOf(ours: readonly PlayerName[], before: boolean): readonly BeforePlayer[] {
  return before ? beforePlayers.filter((name) => ours.some((our) => our === counterpart(name))) : [];
}

function pick<N extends PlayerName>(what: string, asked: readonly string[], all: readonly N[]): readonly N[] {
  const odd = asked.find((name) => !all.some((player) => player === name));
  if (odd !== undefined) throw new UsageError(`no ${what} ${odd}; choose from ${all.join(", ")}`);
  return all.filter((name) => asked.includes(name));
}
