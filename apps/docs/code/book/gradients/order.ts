// y = (a · 3) · (a · 3 + 1): the value a · 3 is used twice.
const a = 2;
const b = a * 3;
const c = b + 1;
const y = b * c;

// Right: c before b, since part of b's gradient comes through c.
let byB = c; // y by b, directly
byB += b * 1; // through c: y by c is b, and c by b is 1
console.log("y", y, "by a", byB * 3);

// Wrong: b passes its gradient on before c has added its part.
console.log("too early", c * 3);
