/** The device of WebGPU: a GPU, or a program that emulates one. */
export interface AdapterFacts {
  /** Its vendor and architecture, which every host reports. */
  readonly adapter: string;
  /** More words about it, if the host has some. */
  readonly device: string;
  readonly kind: "hardware" | "software";
}

/** The adapter that all players take: the fastest. */
export async function findAdapter(gpu: GPU | undefined): Promise<GPUAdapter | null> {
  return (await gpu?.requestAdapter({ powerPreference: "high-performance" })) ?? null;
}

export function factsOf({ info }: GPUAdapter): Readonly<Record<keyof AdapterFacts, string>> {
  const { vendor, architecture, device, description, isFallbackAdapter } = info;
  const joined = (words: readonly string[]): string => words.filter((word) => word !== "").join(" ");
  return {
    adapter: joined([vendor, architecture]) || "unnamed",
    device: joined([device, description]),
    kind: isFallbackAdapter ? "software" : "hardware",
  };
}

/** A player's description of its adapter; null for players without one. */
export function adapterIn(facts: Readonly<Record<string, string>> | undefined): AdapterFacts | null {
  const { adapter, device = "", kind } = facts ?? {};
  if (adapter === undefined) return null;
  return { adapter, device, kind: kind === "hardware" ? kind : "software" };
}

/** An adapter in one line, for the heading of a table. */
export function adapterLine({ adapter, device, kind }: AdapterFacts): string {
  const name = device === "" ? adapter : `${adapter}, ${device}`;
  return kind === "hardware" ? name : `${name} (software: no GPU was found)`;
}
