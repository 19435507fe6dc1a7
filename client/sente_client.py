"""A client for the payments API of Sente, for Python 3.9 or newer: one file of the standard library to copy
into your project. See docs/payments-api.md.

    sente = SenteClient("https://pay.example.com", channel_id, secret_key)
    accepted = sente.collect({"phoneNumber": "0772123456", "amount": 5000, "reference": "Order 1041"},
                             idempotency_key="order-1041")
    payment = sente.wait_for(accepted["transactionId"])
"""

import base64
import hashlib
import hmac
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

BASE_PATH = "/api/v1/Payments"
EVENTS_PATH = "/api/v1/Events"


class SenteError(Exception):
    """An error of the server, with a stable code. `status` is 0 if there was no response.

    If the outcome of an order is unknown, for example after no_answer, send the same order with the same
    `idempotency_key`: it never pays twice.
    """

    def __init__(self, code, message, status=0, fields=None, request_id=None, hint=None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.fields = fields or {}
        self.request_id = request_id
        # What may help to mend it, such as the text whose signature the server checked.
        self.hint = hint
        self.idempotency_key = None


class SenteClient:
    """`retry_for` is how long a call is retried while the server cannot be reached or is busy, in seconds."""

    def __init__(self, base_url, channel_id, secret_key, retry_for=60, timeout=15):
        for name, value in (("base_url", base_url), ("channel_id", channel_id), ("secret_key", secret_key)):
            if not value:
                raise SenteError("not_configured", f"{name} is missing")
        self._origin = base_url.rstrip("/")
        self._keys = (channel_id, secret_key)
        self._retry_for = retry_for
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def collect(self, order, idempotency_key=None):
        """Requests a payment; with productCode it sells a voucher. Returns transactionId, isReplay and more."""
        return self._order("/collections", order, idempotency_key)

    def pay_out(self, order, idempotency_key=None):
        """Sends money to a mobile-money number."""
        return self._order("/payouts", order, idempotency_key)

    def refund(self, transaction_id, order=None, idempotency_key=None):
        """Gives the payer of a collection back `amount`, or all that is left of it."""
        return self._order("/refunds", {**(order or {}), "transactionId": transaction_id}, idempotency_key)

    def pay_out_many(self, order, idempotency_key=None):
        """Pays up to 10,000 numbers: `name` and `lines` with phoneNumber and amount. Every line is checked first."""
        return self._order("/bulk-payouts", order, idempotency_key)

    def retry_bulk_payout(self, bulk_id, retry=None, idempotency_key=None):
        """Pays the failed lines of a finished one again, as a new bulk payout."""
        path = "/bulk-payouts/" + urllib.parse.quote(bulk_id, safe="") + "/retry"
        return self._order(path, retry or {}, idempotency_key)

    def get_bulk_payout(self, bulk_id):
        return self._call("GET", "/bulk-payouts/" + urllib.parse.quote(bulk_id, safe=""))["data"]

    def list_bulk_lines(self, bulk_id, **filters):
        """A page of lines, and the value of `after` for the next page, or None."""
        return self._page("/bulk-payouts/" + urllib.parse.quote(bulk_id, safe="") + "/lines", filters)

    def get(self, transaction_id):
        return self._call("GET", "/" + urllib.parse.quote(transaction_id, safe=""))["data"]

    def list(self, **filters):
        """A page of payments, and the value of `after` for the next page, or None."""
        return self._page("", filters)

    def balance(self):
        return self._call("GET", "/balance")["data"]

    def products(self):
        return self._call("GET", "/products")["data"]

    def create_link(self, link, idempotency_key=None):
        """Makes an address at which anybody pays by mobile money; give its `url` to whoever pays."""
        return self._post("/links", link, idempotency_key)["data"]

    def get_link(self, link_id):
        return self._call("GET", _link_path(link_id))["data"]

    def list_links(self, **filters):
        """A page of payment links, and the value of `after` for the next page, or None."""
        return self._page("/links", filters)

    def end_link(self, link_id):
        """Nobody pays with it from now on."""
        return self._post(_link_path(link_id) + "/end", {}, None)["data"]

    def events(self, after=None, limit=None, wait=None):
        """Events after a number, the oldest first, and the number of the last one: for shops that no webhook can
        reach. `wait` is how many seconds, at most 30, the server waits for the next one if there is none yet."""
        query = _query({"after": after, "limit": limit, "wait": wait})
        answer = self._call("GET", query, base=EVENTS_PATH, wait=wait or 0)
        return answer["data"], answer["meta"]["lastSequence"]

    def wait_for(self, transaction_id, timeout=120, every=1):
        """Polls until the status is SUCCESS or FAILED. A webhook is faster and cheaper."""
        until = time.monotonic() + timeout
        while True:
            payment = self.get(transaction_id)
            if payment["status"] in ("SUCCESS", "FAILED"):
                return payment
            if time.monotonic() + every > until:
                # Pending is not failed: poll again later, or wait for the webhook.
                raise SenteError("still_pending", f"{transaction_id} is still {payment['status']}")
            time.sleep(every)

    def _order(self, path, order, idempotency_key):
        answer = self._post(path, order, idempotency_key)
        return {**answer["data"], "isReplay": answer["is_replay"]}

    def _post(self, path, body, idempotency_key):
        key = idempotency_key or str(uuid.uuid4())
        try:
            return self._call("POST", path, body, key)
        except SenteError as error:
            error.idempotency_key = key
            raise

    def _page(self, path, filters):
        answer = self._call("GET", path + _query(filters))
        return answer["data"], answer["meta"]["nextAfter"]

    def _call(self, method, path, order=None, idempotency_key=None, base=BASE_PATH, wait=0):
        """`wait` is for how long the server may keep the answer back."""
        until = time.monotonic() + self._retry_for
        tried = 0
        while True:
            tried += 1
            try:
                return self._attempt(method, base + path, order, idempotency_key, self._timeout + wait)
            except _Passing as passing:
                # The key stays the same, so all attempts are one order.
                pause = passing.retry_after
                if pause is None:
                    pause = min(0.2 * 2**tried, 5) * (0.5 + random.random() / 2)
                if time.monotonic() + pause > until:
                    raise passing.error from passing
                time.sleep(pause)

    def _attempt(self, method, path, order, idempotency_key, timeout):
        body = b"" if order is None else json.dumps(order).encode()
        headers = sign_request(*self._keys, method, path, body, idempotency_key)
        if order is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self._origin + path, body or None, headers, method=method)
        try:
            with self._opener.open(request, timeout=timeout) as response:
                answer = _read_json(response.read())
                if not answer or answer.get("success") is not True:
                    # Accepted, but the response broke off: a retry with the same key returns it.
                    raise _Passing(SenteError("no_answer", "The answer could not be read"))
                answer["is_replay"] = response.headers.get("Idempotent-Replayed") == "true"
                return answer
        except urllib.error.HTTPError as refusal:
            raise _failure_of(refusal) from None
        except OSError as cause:
            raise _Passing(SenteError("no_answer", f"No answer from {self._origin}")) from cause
        except Exception as cause:
            if isinstance(cause, (_Passing, SenteError)):
                raise
            # http.client has errors of its own for a response that breaks off.
            raise _Passing(SenteError("no_answer", f"No answer from {self._origin}")) from cause


def _query(filters):
    given = {name: value for name, value in filters.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""


def _link_path(link_id):
    return "/links/" + urllib.parse.quote(link_id, safe="")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class _Passing(Exception):
    """A failure that a retry may end, with the delay that the server asks for."""

    def __init__(self, error, retry_after=None):
        super().__init__(error.message)
        self.error = error
        self.retry_after = retry_after


def _failure_of(refusal):
    try:
        answer = _read_json(refusal.read()) or {}
    except OSError:
        answer = {}
    error = SenteError(
        answer.get("code", "unreadable_answer"),
        answer.get("message", f"The server answered {refusal.code}"),
        refusal.code,
        answer.get("fields"),
        answer.get("requestId"),
        answer.get("hint"),
    )
    if refusal.code not in (429, 502, 503, 504):
        return error
    seconds = refusal.headers.get("Retry-After") or ""
    return _Passing(error, int(seconds) if seconds.isdigit() else None)


def _read_json(body):
    try:
        answer = json.loads(body)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def sign_request(channel_id, secret_key, method, path, body, idempotency_key=None, created=None, nonce=None):
    """The headers that sign a request by RFC 9421. `path` has its query string; `created` and `nonce` are new
    for each request."""
    digest = "sha-256=:" + base64.b64encode(hashlib.sha256(body).digest()).decode() + ":"
    path_only, _, query = path.partition("?")
    covered = [
        ("@method", method),
        ("@path", path_only),
        ("@query", "?" + query),
        ("content-digest", digest),
    ]
    headers = {"Content-Digest": digest}
    if idempotency_key is not None:
        covered.append(("idempotency-key", idempotency_key))
        headers["Idempotency-Key"] = idempotency_key
    names = " ".join(f'"{name}"' for name, _ in covered)
    created = int(time.time()) if created is None else created
    nonce = nonce or uuid.uuid4().hex
    signed = f'({names});created={created};keyid="{channel_id}";nonce="{nonce}"'
    lines = [f'"{name}": {value}' for name, value in [*covered, ("@signature-params", signed)]]
    signature = hmac.new(secret_key.encode(), "\n".join(lines).encode(), hashlib.sha256).digest()
    headers["Signature-Input"] = "sente=" + signed
    headers["Signature"] = "sente=:" + base64.b64encode(signature).decode() + ":"
    return headers


def _webhook_key(secret):
    """A secret that is missing is refused: everybody can sign with an empty key."""
    text = (secret or "").removeprefix("whsec_")
    try:
        key = base64.b64decode(text)
    except ValueError:
        key = b""
    if len(key) < 24:
        raise SenteError("not_configured", "Set the secret of the webhook: whsec_ and its Base64 text")
    return key


def verify_webhook(secret, headers, body, tolerance=300):
    """Returns the event if the webhook comes from Sente, and raises SenteError otherwise. `body` is the bytes
    exactly as they arrived. An event can arrive more than once, with the same webhook-id header."""
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    event_id, timestamp, signatures = (str(given.get(name) or "") for name in names)
    if not (event_id and timestamp and signatures):
        raise SenteError("webhook_invalid", "The webhook headers are missing")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise SenteError("webhook_invalid", "The webhook is too old, or from the future")
    body = body.encode() if isinstance(body, str) else body
    key = _webhook_key(secret)
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(" ")):
        raise SenteError("webhook_invalid", "The signature of the webhook is wrong")
    return json.loads(body)
