// A process that runs cases on one library, as it is told line by line on its standard input; see protocol.ts.
import { createInterface } from "node:readline";
import { setBackend } from "@saccade/tensor";
import { ourBackends, UnavailableError } from "./backends.ts";
import { readBlocks, writeOutputs } from "./block-file.ts";
import { loadJax } from "./libraries/jax.ts";
import { loadOrt } from "./libraries/ort.ts";
import { saccadeLibrary } from "./libraries/saccade.ts";
import { loadTfjs } from "./libraries/tfjs.ts";
import { isOurs, libraryOf, ourPlayers, type PlayerName, peerPlayers } from "./players.ts";
import type { Inputs, Program } from "./program.ts";
import { answerMark, type Ready, type Reply, type Request } from "./protocol.ts";
import type { Case, Libraries } from "./workload.ts";
import { findCase } from "./workloads/index.ts";

/** Makes a case's program on the library of this process; null where the case has none for it. */
type Make = (test: Case, inputs: Inputs) => Program | Promise<Program> | null;

async function start(name: PlayerName): Promise<{ make: Make; ready: Ready }> {
  if (isOurs(name)) {
    const ours = await ourBackends[name]();
    setBackend(ours.backend);
    const library = saccadeLibrary(ours);
    return { make: makeOn("saccade", library), ready: { facts: ours.facts } };
  }
  switch (libraryOf(name)) {
    case "tfjs":
      return { make: makeOn("tfjs", await loadTfjs()), ready: { facts: {} } };
    case "jax":
      return { make: makeOn("jax", await loadJax()), ready: { facts: {} } };
    case "ort":
      return { make: makeOn("ort", await loadOrt()), ready: { facts: {} } };
    default:
      throw new UnavailableError(`${name} is no library of Node`);
  }
}

function makeOn<L extends keyof Libraries>(name: L, library: Libraries[L]): Make {
  return (test, inputs) => {
    const program = test.programs[name];
    return program === undefined ? null : program(library, inputs);
  };
}

/** Seconds for so many iterations. */
async function time(program: Program, iterations: number): Promise<number> {
  const begin = performance.now();
  for (let i = 0; i < iterations; i++) {
    const running = program.run();
    if (running instanceof Promise) await running;
  }
  return (performance.now() - begin) / 1000;
}

/** Runs for at least `seconds`, twice or more unless once takes a second; gives the last seconds per iteration. */
async function warm(program: Program, seconds: number): Promise<number> {
  let spent = await time(program, 1);
  let each = spent;
  if (each >= 1) return each;
  for (let iterations = 1; spent < seconds || iterations === 1; iterations *= 2) {
    const elapsed = await time(program, iterations);
    each = elapsed / iterations;
    spent += elapsed;
  }
  return each;
}

class Player {
  readonly #make: Make;
  #program: Program | null = null;

  constructor(make: Make) {
    this.#make = make;
  }

  async answer(request: Request): Promise<Reply> {
    switch (request.do) {
      case "prepare": {
        const test = findCase(request.workload, request.case);
        this.#program = await this.#make(test, readBlocks(request.inputs));
        if (this.#program === null) return { absent: true };
        writeOutputs(request.outputs, await this.#program.outputs());
        return {};
      }
      case "warm":
        return { seconds: await warm(this.#prepared(), request.seconds) };
      case "sample":
        return { seconds: await time(this.#prepared(), request.iterations) };
      case "facts":
        return { facts: this.#prepared().facts?.() ?? {} };
    }
  }

  #prepared(): Program {
    if (this.#program === null) throw new Error("nothing is prepared");
    return this.#program;
  }
}

function say(reply: Reply | { ready: Ready }): void {
  process.stdout.write(`${answerMark}${JSON.stringify(reply)}\n`);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<void> {
  const name = [...ourPlayers, ...peerPlayers].find((player) => player === process.argv[2]);
  if (name === undefined) throw new Error(`no player ${process.argv[2]}`);
  let player: Player;
  try {
    const { make, ready } = await start(name);
    player = new Player(make);
    say({ ready });
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
  process.exit(0);
}

await main();
