// One element of any dtype as a float64, which holds all of them.
import { boolType, floatType, intType } from "../src/shared/codes";

@inline export function get(p: usize, type: i32): f64 {
  if (type == floatType) return <f64>load<f32>(p);
  return type == intType ? <f64>load<i32>(p) : <f64>load<u8>(p);
}

/** To int32 as JavaScript stores a number there; to bool as what is not 0. */
@inline export function put(p: usize, value: f64, type: i32): void {
  if (type == floatType) store<f32>(p, <f32>value);
  else if (type == boolType) store<u8>(p, u8(value != 0));
  else store<i32>(p, toInt(value));
}

/** Wraps as ToInt32 does; numbers beyond 2⁶³, NaN and infinities give 0. */
export function toInt(value: f64): i32 {
  if (abs(value) < 2147483648) return <i32>value;
  return abs(value) < 9.2e18 ? <i32>(<i64>value) : 0;
}

/** How many bytes an element has. */
@inline export function bytesOf(type: i32): usize {
  return type == boolType ? 1 : 4;
}
