import { bestBackend, randn, setBackend } from "saccade";

setBackend(await bestBackend()); // before you make tensors
console.log(randn([512, 512]).matmul(randn([512, 512])).shape);
