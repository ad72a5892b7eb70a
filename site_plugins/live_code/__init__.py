r"""Run a reader's Python, a cell at a time; the build and the reader's browser use the same code.

>>> import json
>>> from live_code import browser
>>> said = []
>>> json.loads(browser.run("page", "cell 1", "x = 6\nprint(x * 7)", said.append))
{'ok': True}
>>> [json.loads(message) for message in said]
[{'stream': 'stdout', 'text': '42\n'}]
"""
