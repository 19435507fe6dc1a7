#!/bin/sh
# Calls the payments API of Sente with curl: signs the request, sends it, and prints the answer. What was refused is
# printed as an error, and the exit code is 1.
#
#   export SENTE_URL=https://pay.example.com SENTE_CHANNEL_ID=... SENTE_SECRET_KEY=...
#   sh sente.sh POST /api/v1/Payments/collections order-1 \
#     '{"phoneNumber":"0770000001","amount":5000,"reference":"Order 1"}'
#   sh sente.sh GET '/api/v1/Payments?limit=5'
#   sh sente.sh POST /api/v1/Payments/bulk-payouts wages-1 @wages.json
#
# A POST needs an idempotency key and a body, or @ and the name of a file with it. Needs curl and openssl. While it signs,
# other users of the machine can see the secret key among its processes: use it on a machine of your own.
set -eu

METHOD=${1:?the method, GET or POST}
TARGET=${2:?the path, with its query}
KEY=${3:-}
BODY=$(mktemp)
ANSWER=$(mktemp)
trap 'rm -f "$BODY" "$ANSWER"' EXIT
case ${4:-} in
  @*) cat "${4#@}" >"$BODY" ;;
  *) printf '%s' "${4:-}" >"$BODY" ;;
esac

PATH_ONLY=${TARGET%%\?*}
DIGEST="sha-256=:$(openssl dgst -sha256 -binary <"$BODY" | openssl base64 -A):"
COVERED='"@method" "@path"'
LINES="\"@method\": $METHOD
\"@path\": $PATH_ONLY"
if [ "$PATH_ONLY" != "$TARGET" ]; then
  COVERED="$COVERED \"@query\""
  LINES="$LINES
\"@query\": ?${TARGET#*\?}"
fi
COVERED="$COVERED \"content-digest\""
LINES="$LINES
\"content-digest\": $DIGEST"
if [ -n "$KEY" ]; then
  COVERED="$COVERED \"idempotency-key\""
  LINES="$LINES
\"idempotency-key\": $KEY"
fi
INPUT="($COVERED);created=$(date +%s);keyid=\"$SENTE_CHANNEL_ID\";nonce=\"$(openssl rand -hex 16)\""
SIGNATURE=$(printf '%s\n"@signature-params": %s' "$LINES" "$INPUT" |
  openssl dgst -sha256 -hmac "$SENTE_SECRET_KEY" -binary | openssl base64 -A)

set -- -sS -X "$METHOD" "$SENTE_URL$TARGET" -H "Content-Digest: $DIGEST" \
  -H "Signature-Input: sente=$INPUT" -H "Signature: sente=:$SIGNATURE:"
if [ -n "$KEY" ]; then set -- "$@" -H "Idempotency-Key: $KEY"; fi
if [ -s "$BODY" ]; then
  set -- "$@" -H 'Content-Type: application/json' --data-binary "@$BODY"
fi
STATUS=$(curl "$@" -o "$ANSWER" -w '%{http_code}')
echo >>"$ANSWER"
case $STATUS in
  2*) cat "$ANSWER" ;;
  *) cat "$ANSWER" >&2; exit 1 ;;
esac
