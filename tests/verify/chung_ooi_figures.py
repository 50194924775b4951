def draw(report, results):
    pass
