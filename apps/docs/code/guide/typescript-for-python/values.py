d = 8
steps = 0
steps += 1
half = 7 / 2
whole = 7 // 2
big = 10**6 + 1_000
print(f"{half:.2f} {big}")

x = next((n for n in [1, 2] if n > 9), None)
print(x is None, whole)
print("nothing" if x is None else x, d > 4 and steps)
