/** a · b + c: fused where relaxed SIMD is allowed. Not for results that must be the same in every variant. */
@inline export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

// 1 + 2⁻¹², whose square is 1 + 2⁻¹¹ + 2⁻²⁴: the last term is lost where the square is rounded.
const odd = f32x4.splat(1.000244140625);

/** Whether a multiply-add rounds once: it is one instruction then, and leaves a register more to sums. */
export const fused: bool = f32x4.extract_lane(madd(odd, odd, f32x4.splat(-1.00048828125)), 0) != 0;

/** c − a · b. */
@inline export function nmadd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_nmadd(a, b, c);
  return f32x4.sub(c, f32x4.mul(a, b));
}

/** a where the mask is set, else b. */
@inline export function pick(mask: v128, a: v128, b: v128): v128 {
  return v128.bitselect(a, b, mask);
}

/** The sum of four floats. */
@inline export function across(v: v128): f32 {
  const half = f32x4.add(v, v128.shuffle<i64>(v, v, 1, 0));
  return f32x4.extract_lane(half, 0) + f32x4.extract_lane(half, 1);
}

/** Four elements of 4 bytes, `step` bytes apart: a load where they are dense, one element four times for 0. */
@inline export function load4(p: usize, step: isize): v128 {
  if (step == 4) return v128.load(p);
  if (step == 0) return v128.load32_splat(p);
  return loadApart(p, step);
}

/** The first four bytes of v, each as a mask of 32 bits that says whether it is not 0. */
@inline export function byteMasks(v: v128): v128 {
  return i32x4.ne(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v)), i32x4.splat(0));
}

/** The first `count` (1 to 3) floats at p; the others are 0. */
export function loadTail(p: usize, count: usize): v128 {
  if (count == 1) return v128.load32_zero(p);
  let v = v128.load64_zero(p);
  if (count == 3) v = v128.load_lane<u32>(p, v, 2, 8);
  return v;
}

/** Stores the first `count` (1 to 3) floats of v at p. */
export function storeTail(p: usize, v: v128, count: usize): void {
  if (count == 1) {
    v128.store_lane<u32>(p, v, 0);
    return;
  }
  v128.store_lane<u64>(p, v, 0);
  if (count == 3) v128.store_lane<u32>(p, v, 2, 8);
}

/** Four floats, `step` bytes apart. */
@inline export function loadApart(p: usize, step: isize): v128 {
  let v = v128.load32_zero(p);
  v = v128.load_lane<u32>(p + step, v, 1);
  v = v128.load_lane<u32>(p + 2 * step, v, 2);
  return v128.load_lane<u32>(p + 3 * step, v, 3);
}

/** The first `count` (1 to 3) of four floats, `step` bytes apart. */
export function loadTailApart(p: usize, step: isize, count: usize): v128 {
  let v = v128.load32_zero(p);
  if (count > 1) v = v128.load_lane<u32>(p + step, v, 1);
  if (count > 2) v = v128.load_lane<u32>(p + 2 * step, v, 2);
  return v;
}
