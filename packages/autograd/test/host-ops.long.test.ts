import { checkGradients } from "./check-gradients.ts";
import { elementwiseCases } from "./host/elementwise.cases.ts";
import { indexingCases } from "./host/indexing.cases.ts";
import { linalgCases } from "./host/linalg.cases.ts";
import { linearCases } from "./host/linear.cases.ts";
import { randomCases } from "./host/random.cases.ts";
import { reduceCases } from "./host/reduce.cases.ts";
import { viewsCases } from "./host/views.cases.ts";

checkGradients({
  ...elementwiseCases,
  ...indexingCases,
  ...linalgCases,
  ...linearCases,
  ...randomCases,
  ...reduceCases,
  ...viewsCases,
});
