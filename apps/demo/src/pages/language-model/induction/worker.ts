import { useThreads } from "../../../work/backend.ts";
import { handOver, serve } from "../../../work/serve.ts";
import type { InductionCalls } from "./calls.ts";
import { Film } from "./film.ts";

// The plain build everywhere: a network that learns would end elsewhere in the last digits, and the questions name numbers.
const kernels = useThreads({ plain: true });
const films: Film[] = [];

function filmOf(run: number): Film {
  const film = films[run];
  if (film === undefined) throw new Error(`There is no run ${run}.`);
  return film;
}

serve<InductionCalls>(self, {
  begin: async ({ film: bytes, ...ask }) => {
    await kernels;
    const film = bytes === null ? new Film(ask) : Film.restored(ask, bytes);
    films.push(film);
    return { run: films.length - 1, parameters: film.parameters, frames: film.frames };
  },
  train: ({ run, ms }) => filmOf(run).train(ms),
  look: (ask) => {
    const look = filmOf(ask.run).look(ask);
    return handOver(look, [look.maps.weights.buffer]);
  },
});
