pair = lambda: (1, "a")
n, letter = pair()
bounds = {"min": 0, "max": 9}

squares = [x * x for x in [1, 2, 3]]
even = [x for x in squares if x % 2 == 0]
for i, x in enumerate(squares):
    print(i, x)
for i in range(2):
    print(i)

print(squares[0:2], even)
print(squares[-1], len(squares))
print([*squares, n], letter, bounds["max"])
