// Elements of one type as another; n of them, contiguous.

export function floatToInt(x: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) {
    const v = load<f32>(x + i * 4);
    // Numbers that 32 bits cannot hold wrap as in JavaScript's ToInt32.
    if (abs<f32>(v) < 2147483648) store<i32>(y + i * 4, <i32>v);
    else store<i32>(y + i * 4, abs<f32>(v) < 9.2e18 ? <i32>(<i64>v) : 0);
  }
}

export function intToFloat(x: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<f32>(y + i * 4, <f32>load<i32>(x + i * 4));
}

export function boolToFloat(x: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<f32>(y + i * 4, <f32>load<u8>(x + i));
}

export function boolToInt(x: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<i32>(y + i * 4, load<u8>(x + i));
}

export function floatToBool(x: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<u8>(y + i, u8(load<f32>(x + i * 4) != 0));
}

export function intToBool(x: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<u8>(y + i, u8(load<i32>(x + i * 4) != 0));
}

export function andBool(a: usize, b: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<u8>(y + i, load<u8>(a + i) & load<u8>(b + i));
}

export function orBool(a: usize, b: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<u8>(y + i, load<u8>(a + i) | load<u8>(b + i));
}

export function notBool(x: usize, y: usize, n: usize): void {
  for (let i: usize = 0; i < n; i++) store<u8>(y + i, load<u8>(x + i) ^ 1);
}
