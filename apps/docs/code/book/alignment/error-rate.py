def error_rate(links, sure, possible):
    links, sure = set(links), set(sure)
    allowed = sure | set(possible)
    return 1 - (len(links & sure) + len(links & allowed)) / (
        len(links) + len(sure)
    )


sure = [(0, 0), (2, 1), (3, 2), (4, 4), (5, 3)]
possible = [(1, 1)]
points = [(0, 0), (1, 1), (2, 1), (3, 2), (4, 4), (5, 3)]
late = [(0, 1), (1, 2), (2, 2), (3, 3), (4, 4), (5, 4)]
for name, links in [("points", points), ("late", late)]:
    print(name, f"{error_rate(links, sure, possible):.4f}")
