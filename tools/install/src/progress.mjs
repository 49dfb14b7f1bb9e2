const silence = 10_000; // milliseconds

/**
 * Reports the progress of an install from pnpm's output: in a terminal as one line that is overwritten, elsewhere as a few
 * lines. Reports when the registry does not respond.
 */
export function follow(title, stream) {
  const live = stream.isTTY === true;
  let count = "";
  let problem = "";
  let open = false;
  const say = (text) => {
    if (!live) return void stream.write(`${text}\n`);
    stream.write(`\r\x1b[2K${text}`.slice(0, 4 + Math.max(20, stream.columns)));
    open = true;
  };
  const waiting = () => say("Nothing has come from the registry for 10 s; still waiting (Ctrl-C stops) …");
  let timer = setInterval(waiting, silence);
  say(`Installing ${title}, once …`);
  return {
    read(text) {
      clearInterval(timer);
      timer = setInterval(waiting, silence);
      const [, resolved, reused, downloaded] =
        [...text.matchAll(/resolved (\d+), reused (\d+), downloaded (\d+)/g)].at(-1) ?? [];
      if (resolved !== undefined) {
        count = resolved;
        if (live)
          say(`Installing ${title}, once: ${Number(reused) + Number(downloaded)} of ${resolved} packages`);
      }
      const again = /Will retry in (\w+)/.exec(text)?.[0];
      if (again === undefined || again === problem) return;
      problem = again;
      say(`The registry cannot be reached. ${again} …`);
    },
    end(done) {
      clearInterval(timer);
      if (done) say(count === "" ? `Installed ${title}.` : `Installed ${title}: ${count} packages.`);
      if (open) stream.write("\n");
    },
  };
}
