import { checkGradients } from "./check-gradients.ts";
import { elementwiseCases } from "./host/elementwise.cases.ts";
import { indexingCases } from "./host/indexing.cases.ts";
import { linalgCases } from "./host/linalg.cases.ts";
import { reduceCases } from "./host/reduce.cases.ts";

checkGradients({
  ...elementwiseCases,
  ...indexingCases,
  ...linalgCases,
  ...reduceCases,
});
