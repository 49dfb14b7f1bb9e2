square = lambda x: x * x


def scaled(x, *, by=2, add=0):
    return x * by + add


print(square(3), scaled(3))
print(scaled(3, add=1))
