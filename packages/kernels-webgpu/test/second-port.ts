import type { BlockId, Command, Port, RunCommand } from "../src/gpu/commands.ts";

/** As many blocks, programs and bundles the machine on the port itself makes at most. */
const apart = 2 ** 30;

/**
 * A second way to a device, for another machine, whose numbers do not meet the first's. The device compiles what both
 * have in common once, and on a GPU in software compiling is what takes the time.
 */
export function secondPort(port: Port): Port {
  const run = (command: RunCommand): RunCommand => ({
    ...command,
    program: command.program + apart,
    blocks: command.blocks.map((block) => block + apart),
  });
  const moved = (command: Command): Command => {
    switch (command.kind) {
      case "run":
        return run(command);
      case "make":
      case "drop":
      case "write":
        return { ...command, block: command.block + apart };
      case "program":
        return { ...command, program: { ...command.program, id: command.program.id + apart } };
      case "bundle":
        return { ...command, bundle: command.bundle + apart, runs: command.runs.map(run) };
      case "replay":
      case "unbundle":
        return { ...command, bundle: command.bundle + apart };
    }
  };
  const { readSync } = port;
  return {
    facts: port.facts,
    checkOpen: () => port.checkOpen(),
    post: (command) => port.post(moved(command)),
    read: (block, words) => port.read(block + apart, words),
    ...(readSync && {
      readSync: (block: BlockId, words: number) => readSync.call(port, block + apart, words),
    }),
    counts: () => port.counts(),
    close: () => port.close(),
  };
}
