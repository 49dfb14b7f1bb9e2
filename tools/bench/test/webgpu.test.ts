import { tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { choosePlayers, UsageError } from "../src/choose-players.ts";
import { judge } from "../src/goals.ts";
import { type AdapterFacts, adapterIn, adapterLine } from "../src/gpu/adapter.ts";
import type { Launcher } from "../src/launch.ts";
import { gpuProgram } from "../src/libraries/webgpu-programs.ts";
import { answerMark } from "../src/protocol.ts";
import type { CaseResult, PlayerResult } from "../src/results.ts";
import { Session } from "../src/session.ts";
import { quick, type Settings } from "../src/settings.ts";
import { concerns, leftOut } from "../src/taking-part.ts";
import { Team } from "../src/team.ts";
import type { Case } from "../src/workload.ts";

const gpu: AdapterFacts = { adapter: "maker new", device: "Model 7", kind: "hardware" };
const standIn: AdapterFacts = { adapter: "google swiftshader", device: "", kind: "software" };

describe("who takes part", () => {
  const choose = (wishes: object) => choosePlayers({ before: false, ...wishes });

  it("has nobody on WebGPU unless that is asked for", () => {
    const { players, checkers } = choose({});
    expect(players).toContain("wasm");
    expect(players.filter((name) => name.includes("webgpu"))).toEqual([]);
    expect(checkers).toEqual([]);
  });

  it("has all of ours and the libraries that run there for --backend webgpu, held against the CPU", () => {
    expect(choose({ backend: ["webgpu"] })).toEqual({
      players: [
        ...["webgpu", "webgpu-compiled", "tab-webgpu", "tab-webgpu-compiled"],
        ...["tfjs-webgpu", "jax-webgpu", "tfjs-webgpu-tab", "jax-webgpu-tab"],
      ],
      asked: ["webgpu", "webgpu-compiled", "tab-webgpu", "tab-webgpu-compiled"],
      checkers: ["reference", "wasm"],
    });
    const both = choose({ backend: ["webgpu", "wasm"], peer: ["none"] });
    expect(both.players).toEqual(["wasm", "webgpu", "webgpu-compiled", "tab-webgpu", "tab-webgpu-compiled"]);
    expect(both.checkers).toEqual([]);
  });

  it("has exactly those that --player names", () => {
    expect(choose({ player: ["jax-webgpu", "webgpu"] }).players).toEqual(["webgpu", "jax-webgpu"]);
    expect(() => choose({ player: ["webgpu"], peer: ["none"] })).toThrow(UsageError);
    expect(() => choose({ player: ["cuda"] })).toThrow("no player cuda; choose from");
  });
});

describe("cases on WebGPU", () => {
  const nobody = { players: [], asked: [], checkers: [], base: null, before: null };
  const settings: Settings = { ...quick, ...nobody };
  const of = (more: Partial<Case>): Case => ({
    name: "a",
    inputs: () => ({}),
    programs: { saccade: () => ({ outputs: () => [], run: () => {} }) },
    ...more,
  });

  it("concern players there only where the case says so, and others unless it is for them alone", () => {
    const everywhere = of({ webgpu: "everywhere" });
    expect(concerns("webgpu", of({}))).toBe(false);
    for (const player of ["webgpu", "tab-webgpu", "wasm"] as const)
      expect(concerns(player, everywhere), player).toBe(true);
    // jax-webgpu has no program.
    for (const player of ["jax-webgpu", "webgpu-compiled", "tab"] as const)
      expect(concerns(player, everywhere), player).toBe(false);
    expect(concerns("wasm", of({ webgpu: "software", onlyWebGPU: true }))).toBe(false);
  });

  it("are left out where they are too large, or too small, for what computes", () => {
    const large = of({ webgpu: "everywhere", flops: 2 * quick.softwareFlops });
    const minutes = "left out, since it takes minutes without a GPU";
    expect(leftOut(standIn, settings, large)).toBe(minutes);
    expect(leftOut(standIn, settings, of({ webgpu: "hardware" }))).toBe(minutes);
    expect(leftOut(standIn, settings, of({ webgpu: "everywhere" }))).toBeNull();
    expect(leftOut(gpu, settings, large)).toBeNull();
    expect(leftOut(gpu, settings, of({ webgpu: "software" }))).toContain("without a GPU");
  });
});

describe("an adapter", () => {
  it("players that have one report it in a line", () => {
    expect(adapterIn({ variant: "plain" })).toBeNull();
    expect(adapterIn({ adapter: "maker new", device: "Model 7", kind: "hardware" })).toEqual(gpu);
    expect(adapterLine(gpu)).toBe("maker new, Model 7");
    expect(adapterLine(standIn)).toBe("google swiftshader (software: no GPU was found)");
  });

  it("is the same for all players of a run", async () => {
    const launcher = {
      launch: (player: string) => {
        const facts = player === "jax-webgpu" ? standIn : gpu;
        const line = answerMark + JSON.stringify({ ready: { facts } });
        return { command: process.execPath, args: ["-e", `console.log('${line}'); process.stdin.resume()`] };
      },
    } satisfies Pick<Launcher, "launch">;
    const team = new Team(launcher);
    try {
      expect(await team.has("webgpu")).toBe(true);
      expect(await team.has("tfjs-webgpu")).toBe(true);
      expect(await team.has("jax-webgpu")).toBe(false);
      expect(team.missing.get("jax-webgpu")).toBe(
        "it would run on google swiftshader, the players before it on maker new",
      );
    } finally {
      team.end();
    }
  });

  it("decides which goals count", () => {
    const result = (
      player: PlayerResult["player"],
      seconds: number,
      adapter: AdapterFacts,
    ): PlayerResult => ({
      ...{ player, variant: null, samples: 1, median: seconds, best: seconds, spread: 0, gflops: null },
      ...{ ceiling: null, adapter, ratio: 1, facts: {}, raw: [seconds] },
    });
    const test: Case = {
      name: "a",
      inputs: () => ({}),
      programs: {},
      goals: [
        { player: "webgpu", over: "jax-webgpu", factor: 1, adapter: "software" },
        { player: "webgpu", over: "jax-webgpu", factor: 1.5, adapter: "hardware" },
      ],
    };
    const goalsOn = (adapter: AdapterFacts): string[] => {
      const players = [result("webgpu", 1, adapter), result("jax-webgpu", 2, adapter)];
      const found: CaseResult = { workload: "w", case: "a", flops: 0, base: null, players, absent: {} };
      return judge("w", test, [found]).map(({ goal }) => goal);
    };
    expect(goalsOn(standIn)).toEqual(["≥ 1.00× jax-webgpu"]);
    expect(goalsOn(gpu)).toEqual(["≥ 1.50× jax-webgpu"]);
  });
});

describe("a sample", () => {
  it("waits once, after its last iteration", async () => {
    const calls: string[] = [];
    const session = new Session(() => ({
      outputs: () => [],
      run: () => {
        calls.push("run");
      },
      settle: async () => {
        calls.push("settle");
      },
    }));
    const test: Case = { name: "a", inputs: () => ({}), programs: {} };
    await session.prepare(test, {}, "");
    await session.sample(3);
    expect(calls).toEqual(["run", "run", "run", "settle"]);
  });

  it("counts the GPU's commands in an iteration, without the copy that is read at the end", async () => {
    // A GPU that counts each result as four dispatches, and each read as a submission.
    const sizes = { bytesWritten: 0, bytesRead: 0, bufferBytes: 0 };
    const counts = { dispatches: 0, submissions: 0, buffers: 0, ...sizes };
    let reads = 0;
    const program = gpuProgram(
      () => {
        counts.dispatches += 4;
        counts.bytesWritten += 12;
        return [tensor([1, 2]), tensor([[3, 4]])];
      },
      async () => {
        counts.submissions = ++reads;
        counts.dispatches++; // the copy of the read before it
        counts.bytesRead += 4;
        return { ...counts };
      },
    );
    program.run();
    const { hostMs, ...facts } = await program.facts!();
    expect(facts).toEqual({ dispatches: 4, submissions: 1, bytesToGpu: 12, bytesFromGpu: 4 });
    expect(hostMs).toBeGreaterThan(0);
  });
});
