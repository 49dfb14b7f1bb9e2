import { tensor } from "@saccade/tensor";

const counts = tensor([2_000_000_000, 2_000_000_000], {
  dtype: "int32",
});
try {
  counts.sum();
} catch (error) {
  console.log(String(error));
}
console.log(counts.to("float64").sum().item());
