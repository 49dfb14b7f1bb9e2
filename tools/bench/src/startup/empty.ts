// The baseline of every Node program.
console.log("nothing");

export {};
