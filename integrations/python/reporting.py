#!/usr/bin/env python3
"""Reads reports of the reporting service, retrying while it is replaced, limits calls or is unreachable.

    REPORTING_URL=https://example.org/reporting REPORTING_SECRET=vsk_live_... python3 reporting.py

Python 3.9 or later, no packages. `rows` yields every row of a report, with the names and values of its JSON. A file is read
completely before its first row is yielded: after a lost connection it is requested again, and no row is yielded twice.
"""
import email.utils
import gzip
import http.client
import json
import os
import shutil
import ssl
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

BASE = os.environ.get("REPORTING_URL", "http://127.0.0.1:3002").rstrip("/")
SECRET = os.environ.get("REPORTING_SECRET", "")
# Seconds to retry a call that is temporarily refused or gets no response.
PATIENCE = float(os.environ.get("REPORTING_PATIENCE", 300))
BUSY = (429, 502, 503, 504)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Rejects redirects, because urllib would send the secret to any other host."""

    def redirect_request(self, request, fp, code, message, headers, target):
        raise SystemExit(f"{BASE} redirects to {target}. Set REPORTING_URL to the address of the service.")


OPENER = urllib.request.build_opener(NoRedirects)


def ask(path, query=None, body=None):
    """Returns the whole response of a call as a file. `query` values may be lists; a body makes it a POST."""
    url = f"{BASE}{path}?{urllib.parse.urlencode(query or {}, doseq=True)}"
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json", "Accept-Encoding": "gzip"}
    deadline, pause = time.monotonic() + PATIENCE, 1
    while True:
        try:
            with OPENER.open(urllib.request.Request(url, data, headers), timeout=120) as response:
                return read(response)
        except urllib.error.HTTPError as error:
            reason, wait = explain(error), retry_after(error.headers)
            if error.code not in BUSY:
                raise SystemExit(reason) from None
        except (OSError, EOFError, http.client.HTTPException, zlib.error) as error:
            cause = getattr(error, "reason", error)
            reason, wait = f"No complete response from {BASE}: {cause}.", None
            if isinstance(cause, ssl.SSLError):
                raise SystemExit(reason) from None
        wait = pause if wait is None else wait
        if time.monotonic() + wait > deadline:
            raise SystemExit(reason)
        time.sleep(wait)
        pause = min(2 * pause, 30)


def read(response):
    file = tempfile.SpooledTemporaryFile(16 * 2**20)
    is_compressed = response.headers.get("Content-Encoding") == "gzip"
    shutil.copyfileobj(gzip.GzipFile(fileobj=response) if is_compressed else response, file)
    file.seek(0)
    return file


def explain(error):
    """Returns the message of an error response; a proxy in front of the service sends a page instead."""
    try:
        problem = json.load(error)
        return f"{problem['title']}: {problem['detail']}"
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        return f"{BASE} answered {error.code} {error.reason}."


def retry_after(headers):
    """Returns the seconds to wait, given as a number or a date, or None."""
    text = headers.get("Retry-After", "")
    if text.isdigit():
        return int(text)
    try:
        return max(0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def rows(path, query=None, body=None):
    """Yields every row of a report as a dictionary."""
    with ask(path, {**(query or {}), "format": "ndjson"}, body) as lines:
        yield from map(json.loads, lines)


def main():
    departments = sorted({row["departmentId"] for row in rows("/reporting/directory-contacts")})
    summaries = rows("/reporting/compliance-summaries", body={"departments": departments, "measurements": [3]})
    print("Lowest scores in critical competencies:")
    for row in sorted(summaries, key=lambda row: row["score"])[:3]:
        print(f"  {row['memberName']}, {row['departmentName']}: {row['score']:.0%}")
    print("Next to expire:")
    for _, item in zip(range(3), rows("/reporting/expirations", {"days": 90})):
        print(f"  {item['expiresAt'][:10]} {item['memberName']}: {item['itemName']}")


if __name__ == "__main__":
    main()
