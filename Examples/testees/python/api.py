# SPDX-License-Identifier: Apache-2.0
"""The server API: the signature of a request."""
import hashlib

from request import dump


def sign(request):
    """api.sign: returns the hexadecimal SHA-1 of secret, nonce and timestamp (API-001, TST-095)."""
    text = request.string("secret") + request.string("nonce") + request.string("timestamp")
    return dump({"signature": hashlib.sha1(text.encode()).hexdigest()})
