import { computed, type ReadonlySignal } from "@preact/signals";
import type { Film } from "./film/film.ts";
import type { Player } from "./film/player.ts";
import { type Drawn, drawnOf } from "./network/frames.ts";
import type { Reading } from "./sentence/reading.ts";
import type { Training } from "./training/training.ts";

/** The state of learning on the page: a frame of the film, or the newest state. */
export interface View {
  readonly drawn: Drawn;
  readonly epoch: number;
  readonly loss: number | null;
  readonly accuracy: number | null;
  /** Whether it is the network as it is now. */
  readonly isNow: boolean;
}

interface Parts {
  readonly film: Film;
  readonly player: Player;
  readonly reading: Reading;
  readonly training: Training;
}

export function viewOf({ film, player, reading, training }: Parts): ReadonlySignal<View> {
  return computed(() => {
    const frame = player.frame.value;
    if (frame !== null) {
      const { epoch, loss, accuracy, translation: tokens } = frame;
      const drawn = drawnOf({ ...frame, source: film.of.value.source, tokens });
      return { drawn, epoch, loss, accuracy, isNow: false };
    }
    const translation = reading.translation.value;
    const probabilities = translation.tokens.map(
      // 1 for a word that the reader chose and the network would hardly have.
      (said, i) => translation.candidates[i]?.find(({ token }) => token === said)?.probability ?? 1,
    );
    const losses = training.losses.value;
    const accuracies = film.accuracies.value;
    const epoch = losses.length;
    return {
      drawn: drawnOf({ ...translation, probabilities }),
      epoch,
      loss: losses.at(-1) ?? null,
      accuracy: accuracies.get(epoch) ?? accuracies.get(epoch - 1) ?? null,
      isNow: true,
    };
  });
}
