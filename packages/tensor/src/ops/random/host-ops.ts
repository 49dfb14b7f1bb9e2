// Ops that run on the host on every backend.
export {};
