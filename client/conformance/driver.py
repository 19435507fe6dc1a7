"""Runs the Python client for the conformance tests: a call per line of standard input, an answer per line of
standard output, both as JSON."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import sente_client
from sente_client import SenteClient, SenteError


def client_of(options):
    return SenteClient(
        options["baseUrl"], options["channelId"], options["secretKey"], options.get("retryForMs", 60_000) / 1000
    )


def list_page(client, filters):
    payments, next_after = client.list(**filters)
    return {"payments": payments, "nextAfter": next_after}


def list_links(client, filters):
    links, next_after = client.list_links(**filters)
    return {"links": links, "nextAfter": next_after}


def list_bulk_lines(client, bulk_id, filters):
    lines, next_after = client.list_bulk_lines(bulk_id, **filters)
    return {"lines": lines, "nextAfter": next_after}


def events(client, query):
    found, last_sequence = client.events(**query)
    return {"events": found, "lastSequence": last_sequence}


calls = {
    "collect": lambda client, order, key=None: client.collect(order, key),
    "payOut": lambda client, order, key=None: client.pay_out(order, key),
    "refund": lambda client, transaction_id, order=None, key=None: client.refund(transaction_id, order, key),
    "payOutMany": lambda client, order, key=None: client.pay_out_many(order, key),
    "retryBulkPayout": lambda client, bulk_id, retry=None, key=None: client.retry_bulk_payout(bulk_id, retry, key),
    "getBulkPayout": lambda client, bulk_id: client.get_bulk_payout(bulk_id),
    "listBulkLines": list_bulk_lines,
    "get": lambda client, transaction_id: client.get(transaction_id),
    "list": list_page,
    "balance": lambda client: client.balance(),
    "products": lambda client: client.products(),
    "createLink": lambda client, link, key=None: client.create_link(link, key),
    "getLink": lambda client, link_id: client.get_link(link_id),
    "listLinks": list_links,
    "endLink": lambda client, link_id: client.end_link(link_id),
    "events": events,
    "waitFor": lambda client, transaction_id, timeout_ms: client.wait_for(transaction_id, timeout_ms / 1000, 0.05),
}


def run(call):
    arguments = call["arguments"]
    if call["name"] == "signRequest":
        names = ("channelId", "secretKey", "method", "path", "body", "idempotencyKey", "created", "nonce")
        texts = [arguments[0].get(name) for name in names]
        texts[4] = texts[4].encode()
        return {name.lower(): value for name, value in sente_client.sign_request(*texts).items()}
    if call["name"] == "verifyWebhook":
        return sente_client.verify_webhook(**arguments[0])
    return calls[call["name"]](client_of(call["options"]), *arguments)


for line in sys.stdin:
    try:
        answer = {"result": run(json.loads(line))}
    except SenteError as error:
        answer = {
            "error": {
                "code": error.code,
                "message": error.message,
                "status": error.status,
                "fields": error.fields,
                "requestId": error.request_id,
                "hint": error.hint,
                "idempotencyKey": error.idempotency_key,
            }
        }
    print(json.dumps(answer), flush=True)
