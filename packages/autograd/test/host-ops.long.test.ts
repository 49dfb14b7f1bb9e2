import { checkGradients } from "./check-gradients.ts";
import { elementwiseCases } from "./host/elementwise.cases.ts";
import { indexingCases, reduceCases } from "./host/indexing.cases.ts";
import { linalgCases } from "./host/linalg.cases.ts";

checkGradients({
  ...elementwiseCases,
  ...indexingCases,
  ...linalgCases,
  ...reduceCases,
});
