import { Session } from "node:inspector";

/** How often each function of the definitions ran: `calls.get("attend")`. */
export type Calls = ReadonlyMap<string, number>;

/** Counts the calls of functions in files of `definitions/`, as V8 does: nothing is replaced or wrapped. */
export class CallCounter {
  readonly #session: Session = new Session();

  constructor() {
    this.#session.connect();
    this.#post("Profiler.enable");
    this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** The calls while `run` runs. */
  of(run: () => void): Calls {
    const take = () => scriptsOf(this.#post("Profiler.takePreciseCoverage"));
    take(); // Counts start anew.
    run();
    const calls = new Map<string, number>();
    for (const { url, functions } of take()) {
      if (!/\/attention\/src\/definitions\/[\w-]+\.ts/.test(url)) continue;
      for (const { functionName, ranges } of functions) {
        const before = calls.get(functionName) ?? 0;
        if (ranges[0]!.count > 0) calls.set(functionName, before + ranges[0]!.count);
      }
    }
    return calls;
  }

  stop(): void {
    this.#session.disconnect();
  }

  // The session of this process answers before its method returns.
  #post(method: string, params: object = {}): object {
    let answer: object = {};
    this.#session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result ?? {};
    });
    return answer;
  }
}

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

function scriptsOf(answer: object): readonly Script[] {
  const { result = [] }: { readonly result?: readonly Script[] } = answer;
  return result;
}
