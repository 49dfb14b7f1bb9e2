import { expect, test } from "vitest";
import { ceilings, measureRooms, type Room } from "../src/rooms.ts";

const rooms = measureRooms();

test("every room of the house has a ceiling, and none is for a room that is gone", () => {
  expect(Object.keys(ceilings).toSorted()).toEqual(Object.keys(rooms).toSorted());
});

test.each(Object.keys(rooms))("%s stays below its ceiling", (name) => {
  const room = rooms[name]!;
  const ceiling = ceilings[name] ?? { files: 0, code: 0, test: 0 };
  const above = (Object.keys(room) as (keyof Room)[]).filter((figure) => room[figure] > ceiling[figure]);
  const told = above.map((figure) => `${figure}: ${room[figure]} of at most ${ceiling[figure]}`);
  expect(told, "remove something, or raise the ceiling in src/rooms.ts with the reason beside it").toEqual(
    [],
  );
});
