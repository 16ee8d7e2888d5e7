"""Compresses answers that are text, for browsers that take it.

A page in a home network comes without TLS, and there browsers take gzip only, so nothing else is offered.
"""

import gzip

from flask import Response, request

TEXTUAL = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"})
LEAST = 1024  # bytes; less fits into one packet anyway
LEVEL = 6  # zlib's own default: more takes longer than it saves on the way


def compressed(content: bytes, mimetype: str, level: int = LEVEL) -> bytes | None:
    """Return the content as gzip, the same each time; None where that saves nothing."""
    if mimetype not in TEXTUAL or len(content) < LEAST:
        return None
    packed = gzip.compress(content, level, mtime=0)
    return packed if len(packed) < len(content) else None


def takes_gzip() -> bool:
    """Return whether whoever sent the request takes an answer in gzip."""
    return request.accept_encodings.quality("gzip") > 0


def compress(response: Response) -> Response:
    """Compress an answer that is whole; streams, files of other kinds and parts of files stay as they are."""
    if response.mimetype not in TEXTUAL or response.is_streamed:
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code == 200 and response.content_encoding is None and takes_gzip():
        packed = compressed(response.get_data(), response.mimetype)
        if packed is not None:
            response.set_data(packed)
            response.content_encoding = "gzip"
    return response


def revalidate(response: Response) -> Response:
    """Have browsers ask each time whether a page has changed; one that has not is not sent again."""
    if response.mimetype == "text/html" and response.status_code == 200 and not response.is_streamed:
        response.cache_control.no_cache = True
        response.add_etag(weak=True)  # it says the same, compressed or not
        response.make_conditional(request)
    return response
