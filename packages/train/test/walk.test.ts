import { walk } from "../../tensor/test/walk.ts";
import * as train from "../src/index.ts";
import { trainerCall } from "./trainer.calls.ts";

walk(train, { Trainer: trainerCall });
