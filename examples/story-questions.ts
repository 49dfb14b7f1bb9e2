// Answers questions about a story by reading it several times: what is found first says what to look for next.
import { runProgram } from "./program.ts";
import { storyQuestions } from "./story-questions/story-questions.ts";

await runProgram(storyQuestions);
