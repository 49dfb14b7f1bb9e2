import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Elsewhere extends AsyncDisposable {
  /** The address of a script. */
  readonly address: string;
  /** The paths that were asked for. */
  readonly requests: readonly string[];
}

/** A server of somebody else's, which answers everybody and writes down what it was asked. */
export async function listenElsewhere(): Promise<Elsewhere> {
  const requests: string[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url ?? "");
    response.writeHead(200, {
      "Content-Type": "text/javascript",
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    response.end("self.owned = 1;");
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/x.js`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
