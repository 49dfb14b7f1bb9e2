print(sorted([10, 9, 1], key=str))
print(sorted([10, 9, 1]))
print(-7 % 3, 0.1 + 0.2 == 0.3)
none = []
if not none:
    print("an empty list is false")
print(none == [])
