export { HeadPairs } from "./head-pairs.tsx";
export { HeadScores, type Score } from "./head-scores.tsx";
