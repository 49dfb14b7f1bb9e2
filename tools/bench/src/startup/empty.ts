// What every Node program takes.
console.log("nothing");

export {};
