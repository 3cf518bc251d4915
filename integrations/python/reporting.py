#!/usr/bin/env python3
"""Read reports of the reporting service: pages, whole files, and a refresh that fits the rate limit.

    REPORTING_URL=https://example.org/reporting REPORTING_SECRET=vsk_live_... python3 reporting.py

Python 3.9 or later, no packages. `pages` yields the items of a report page by page; `rows` yields every
row of its CSV as it arrives. Both wait when the service asks for it (429, 503 and Retry-After).
"""
import csv
import io
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ.get("REPORTING_URL", "http://127.0.0.1:3002").rstrip("/")
SECRET = os.environ.get("REPORTING_SECRET", "")
ATTEMPTS = 5


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The secret goes to the address it is meant for: urllib would send it along to any other host."""

    def redirect_request(self, request, fp, code, message, headers, target):
        raise SystemExit(f"{BASE} redirects to {target}. Set REPORTING_URL to the address of the service.")


OPENER = urllib.request.build_opener(NoRedirects)


def ask(path, query=None, body=None):
    """The response of a report. `query` values may be lists; a body makes it a POST."""
    url = f"{BASE}{path}?{urllib.parse.urlencode(query or {}, doseq=True)}"
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json"}
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return OPENER.open(urllib.request.Request(url, data, headers))
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == ATTEMPTS:
                problem = json.load(error)
                raise SystemExit(f"{problem['title']}: {problem['detail']}") from None
            time.sleep(int(error.headers.get("Retry-After", 5)))


def pages(path, query=None, page_size=200):
    """Every item of a report that comes in pages."""
    page, seen = 1, 0
    while True:
        answer = json.load(ask(path, {**(query or {}), "page": page, "pageSize": page_size}))
        yield from answer["items"]
        seen += len(answer["items"])
        if not answer["items"] or seen >= answer["total"]:
            return
        page += 1


def rows(path, query=None, body=None):
    """Every row of a report's CSV, as a dictionary by the names of its columns."""
    response = ask(path, {**(query or {}), "format": "csv"}, body)
    yield from csv.DictReader(io.TextIOWrapper(response, encoding="utf-8-sig", newline=""))


def main():
    departments = sorted({row["departmentId"] for row in rows("/reporting/directory-contacts")})
    summaries = rows("/reporting/compliance-summaries", body={"departments": departments, "measurements": [3]})
    print("Lowest scores in critical competencies:")
    for row in sorted(summaries, key=lambda row: float(row["score"]))[:3]:
        print(f"  {row['memberName']}, {row['departmentName']}: {float(row['score']):.0%}")
    print("Next to expire:")
    for _, item in zip(range(3), pages("/reporting/expirations", {"days": 90})):
        print(f"  {item['expiresAt'][:10]} {item['memberName']}: {item['itemName']}")


if __name__ == "__main__":
    main()
