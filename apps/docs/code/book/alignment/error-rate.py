def error_rate(links, sure, possible):
    links, sure = set(links), set(sure)
    allowed = sure | set(possible)
    return 1 - (len(links & sure) + len(links & allowed)) / (
        len(links) + len(sure)
    )


sure = [(i, i) for i in range(5)]
possible = [(0, 1)]
one_way = [(0, 1), (1, 1), (2, 3), (3, 4), (4, 4)]
late = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
readings = {"bothWays": sure, "oneWay": one_way, "late": late}
for name, links in readings.items():
    print(name, f"{error_rate(links, sure, possible):.4f}")
