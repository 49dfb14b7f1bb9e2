import { badArgument } from "@saccade/tensor/checks";

/**
 * The channel between a trainer and its client: a Web Worker, a worker's `self`, a MessagePort, or Node's Worker,
 * parentPort and MessagePort.
 */
export type Port = {
  postMessage(message: unknown, options?: object): void;
  /** Ends a Worker. */
  terminate?(): unknown;
  /** Closes a MessagePort. */
  close?(): unknown;
} & (NodeListening | WebListening);

interface NodeListening {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
}

interface WebListening {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  start?(): void;
}

/** Who hears what comes through a port. */
export interface PortListener {
  message(data: unknown): void;
  /** The other side crashed, could not be loaded, went away, or sent what cannot be read. */
  failure(error: Error): void;
}

/** @throws ArgumentError unless `port` can be written to and listened to. */
export function checkPort(what: string, port: unknown): void {
  const methods: Readonly<Record<string, unknown>> = Object(port);
  const has = (name: string): boolean => typeof methods[name] === "function";
  if (has("postMessage") && (has("on") || has("addEventListener"))) return;
  const fix =
    typeof port === "string" ? `write new Worker(${JSON.stringify(port)}, { type: "module" })` : undefined;
  throw badArgument(what, "port", "a Worker or a MessagePort", port, fix);
}

/** Listens to a port. Returns a function that ends it. */
export function listen(port: Port, { message, failure }: PortListener): () => void {
  // Node's ports have both ways; only this one tells of exits.
  if ("on" in port) {
    const heard: Readonly<Record<string, (value: unknown) => void>> = {
      message,
      messageerror: () => failure(unreadable()),
      error: (value) => failure(value instanceof Error ? value : new Error(String(value))),
      exit: (code) => failure(new Error(`the worker ended by itself, with exit code ${code}.`)),
      close: () => failure(new Error("the port was closed by the other side.")),
    };
    for (const [event, listener] of Object.entries(heard)) port.on(event, listener);
    return () => {
      for (const [event, listener] of Object.entries(heard)) port.off(event, listener);
    };
  }
  const heard: Readonly<Record<string, (event: Event) => void>> = {
    message: (event) => {
      if ("data" in event) message(event.data);
    },
    messageerror: () => failure(unreadable()),
    error: (event) => {
      const text = "message" in event ? String(event.message) : "";
      failure(new Error(text === "" ? "the worker could not be started, or crashed." : text));
    },
    close: () => failure(new Error("the port was closed by the other side.")),
  };
  for (const [type, listener] of Object.entries(heard)) port.addEventListener(type, listener);
  port.start?.();
  return () => {
    for (const [type, listener] of Object.entries(heard)) port.removeEventListener(type, listener);
  };
}

function unreadable(): Error {
  return new Error("a message could not be read on the other side of a worker's port.");
}
