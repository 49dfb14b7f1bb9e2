import { tensor } from "@saccade/tensor";

const x = tensor([-1]);
if (x.gt(0).item()) console.log("positive");
else console.log("not positive");

const y = tensor([1, -1]);
console.log(Boolean(y.gt(0).all().item()), y.relu().toArray());
