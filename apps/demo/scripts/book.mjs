// Where both are hosted, the book lies beside the demo. On this machine each has a server of its own (pnpm demo, pnpm run docs):
// each sends the addresses of the other one there.

/** A plugin of Vite: what asks for a path that matches `path` is sent to the server at `to`, which `command` starts. */
export function elsewhere(path, to, command) {
  const use = ({ middlewares }) => {
    middlewares.use(async ({ url = "/" }, response, next) => {
      const [rest] = path.exec(url) ?? [];
      if (rest === undefined) return next();
      const isThere = await fetch(to, { method: "HEAD" }).then(
        () => true,
        () => false,
      );
      if (isThere) response.writeHead(302, { Location: to + rest.replace(/^\/(demo\/)?/, "") }).end();
      else {
        response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8" });
        response.end(`Nothing is served at ${to} yet: run ${command} beside this, then reload.`);
      }
    });
  };
  return { name: "elsewhere", configureServer: use, configurePreviewServer: use };
}

export const book = () =>
  elsewhere(/\/(zh\/)?book\/.*/, "http://localhost:5173/", "npx -y pnpm@12.21.0 run docs");
export const demo = () => elsewhere(/^\/demo\/.*/, "http://localhost:4173/", "npx -y pnpm@12.21.0 demo");
