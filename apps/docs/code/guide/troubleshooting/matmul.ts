import { randn } from "@saccade/tensor";

const [queries, keys] = [randn([2, 3]), randn([5, 3])];
try {
  queries.matmul(keys);
} catch (error) {
  console.log(String(error));
}
console.log(queries.matmul(keys.transpose(-2, -1)).shape);
