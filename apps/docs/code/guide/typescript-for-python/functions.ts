const square = (x: number) => x * x;

function scaled(x: number, { by = 2, add = 0 } = {}) {
  return x * by + add;
}

console.log(square(3), scaled(3));
console.log(scaled(3, { add: 1 }));
