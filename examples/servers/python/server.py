"""GET /plants with Python's standard library: python3 server.py 8080"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

# The plants of each user, by token.
PLANTS = {
    "token-alice": [
        {"name": "Monstera deliciosa", "tag": "aroid"},
        {"name": "Ginkgo biloba", "tag": "tree"},
        {"name": "Aloe vera"},
    ],
    "token-bob": [],
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # Sends the headers and the body together.

    # http.server itself recognises close only if Connection has no other options. It does not read the content of requests.
    def parse_request(self):
        is_parsed = super().parse_request()
        if is_parsed and re.search(r"\bclose\b", self.headers.get("Connection", ""), re.IGNORECASE):
            self.close_connection = True
        if is_parsed and ("Content-Length" in self.headers or "Transfer-Encoding" in self.headers):
            self.close_connection = True
        return is_parsed

    def do_GET(self):
        # The request line may contain the whole URL.
        path, _, query = re.sub("^http://[^/]*", "", self.path).partition("?")
        if path != "/plants":
            return self.send_error(404, "there is only /plants")
        plants = PLANTS.get(self.token())
        if plants is None:
            return self.send_error(401, "send the header Authorization: Bearer <token>")
        limits = parse_qs(query, keep_blank_values=True).get("limit", [])
        if limits and not is_limit(limits):
            return self.send_error(400, "limit must be an integer from 1 to 2147483647")
        self.send_json(200, plants[: int(limits[0])] if limits else plants)

    do_HEAD = do_GET

    def do_OTHER(self):
        self.send_error(405, "only GET and HEAD are allowed")

    do_DELETE = do_OPTIONS = do_PATCH = do_POST = do_PUT = do_TRACE = do_OTHER

    def token(self):
        fields = self.headers.get_all("Authorization", [])
        match = re.fullmatch(r"Bearer +(\S+)", fields[0], re.IGNORECASE) if len(fields) == 1 else None
        return match and match[1]

    # http.server itself calls this method for malformed requests.
    def send_error(self, code, message=None, explain=None):
        self.close_connection = self.close_connection or code not in (400, 401, 404)
        self.send_json(code, {"error": code, "message": message or explain or "invalid request"})

    def send_json(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", len(body))
        self.send_header("Cache-Control", "private, no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if status == 401:
            error = ', error="invalid_token"' if "Authorization" in self.headers else ""
            self.send_header("WWW-Authenticate", f'Bearer realm="plants"{error}')
        if status == 405:
            self.send_header("Allow", "GET, HEAD")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def version_string(self):
        return "plants"


def is_limit(values):
    return len(values) == 1 and re.fullmatch("[0-9]{1,10}", values[0]) and 0 < int(values[0]) < 2**31


class Server(ThreadingHTTPServer):
    request_queue_size = 128


if __name__ == "__main__":
    Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
