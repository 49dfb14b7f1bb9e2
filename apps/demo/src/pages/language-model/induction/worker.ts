import { useThreads } from "../../../work/backend.ts";
import { handOver, serve } from "../../../work/serve.ts";
import type { InductionCalls } from "./calls.ts";
import { Film } from "./film.ts";

// The plain build everywhere: a network that learns would end elsewhere in the last digits, and the questions name numbers.
const kernels = useThreads({ plain: true });
let film: Film | null = null;

function theFilm(): Film {
  if (film === null) throw new Error("No run has begun.");
  return film;
}

serve<InductionCalls>(self, {
  begin: async ({ film: bytes, ...ask }) => {
    await kernels;
    film = bytes === null ? new Film(ask) : Film.restored(ask, bytes);
    return { parameters: film.parameters, frames: film.frames };
  },
  train: (ms) => theFilm().train(ms),
  look: (ask) => {
    const look = theFilm().look(ask);
    return handOver(look, [look.maps.weights.buffer]);
  },
});
