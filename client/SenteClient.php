<?php

/**
 * A client for the payments API of Sente, for PHP 8.1 or newer with its curl extension: one file to copy into
 * your project. See docs/payments-api.md.
 *
 *     $sente = new SenteClient('https://pay.example.com', $channelId, $secretKey);
 *     $accepted = $sente->collect(
 *         ['phoneNumber' => '0772123456', 'amount' => 5000, 'reference' => 'Order 1041'],
 *         'order-1041',
 *     );
 *     $payment = $sente->waitFor($accepted['transactionId']);
 */

declare(strict_types=1);

/**
 * An error of the server, with a stable code. `status` is 0 if there was no response.
 *
 * If the outcome of an order is unknown, for example after no_answer, send the same order with the same
 * `idempotencyKey`: it never pays twice.
 */
final class SenteError extends RuntimeException
{
    public ?string $idempotencyKey = null;

    /** @param array<string, string> $fields */
    public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly int $status = 0,
        public readonly array $fields = [],
        public readonly ?string $requestId = null,
        /** Whether a retry may end it, and after how many seconds the server asks for one. */
        public readonly bool $isPassing = false,
        public readonly ?int $retryAfter = null,
        /** What may help to mend it, such as the text whose signature the server checked. */
        public readonly ?string $hint = null,
    ) {
        parent::__construct($message);
    }
}

final class SenteClient
{
    private const BASE_PATH = '/api/v1/Payments';
    private const EVENTS_PATH = '/api/v1/Events';

    private readonly string $origin;

    /** `retryFor` is how long a call is retried while the server cannot be reached or is busy, in seconds. */
    public function __construct(
        string $baseUrl,
        private readonly string $channelId,
        private readonly string $secretKey,
        private readonly float $retryFor = 60,
        private readonly int $timeout = 15,
    ) {
        foreach (['baseUrl' => $baseUrl, 'channelId' => $channelId, 'secretKey' => $secretKey] as $name => $value) {
            if ($value === '') {
                throw new SenteError('not_configured', "$name is missing");
            }
        }
        $this->origin = rtrim($baseUrl, '/');
    }

    /** Requests a payment; with productCode it sells a voucher. Returns transactionId, isReplay and more. */
    public function collect(array $order, ?string $idempotencyKey = null): array
    {
        return $this->order('/collections', $order, $idempotencyKey);
    }

    /** Sends money to a mobile-money number. */
    public function payOut(array $order, ?string $idempotencyKey = null): array
    {
        return $this->order('/payouts', $order, $idempotencyKey);
    }

    /** Gives the payer of a collection back `amount`, or all that is left of it. */
    public function refund(string $transactionId, array $order = [], ?string $idempotencyKey = null): array
    {
        return $this->order('/refunds', [...$order, 'transactionId' => $transactionId], $idempotencyKey);
    }

    /** Pays up to 10,000 numbers: `name` and `lines` with phoneNumber and amount. Every line is checked first. */
    public function payOutMany(array $order, ?string $idempotencyKey = null): array
    {
        return $this->order('/bulk-payouts', $order, $idempotencyKey);
    }

    /** Pays the failed lines of a finished one again, as a new bulk payout. */
    public function retryBulkPayout(string $bulkId, array $retry = [], ?string $idempotencyKey = null): array
    {
        return $this->order('/bulk-payouts/' . rawurlencode($bulkId) . '/retry', $retry, $idempotencyKey);
    }

    public function getBulkPayout(string $bulkId): array
    {
        return $this->call('GET', '/bulk-payouts/' . rawurlencode($bulkId))['data'];
    }

    /** A page of `lines`, and the value of `after` for the next page as `nextAfter`, or null. */
    public function listBulkLines(string $bulkId, array $filters = []): array
    {
        $answer = $this->page('/bulk-payouts/' . rawurlencode($bulkId) . '/lines', $filters);
        return ['lines' => $answer['data'], 'nextAfter' => $answer['meta']['nextAfter']];
    }

    public function get(string $transactionId): array
    {
        return $this->call('GET', '/' . rawurlencode($transactionId))['data'];
    }

    /** A page of `payments`, and the value of `after` for the next page as `nextAfter`, or null. */
    public function list(array $filters = []): array
    {
        $answer = $this->page('', $filters);
        return ['payments' => $answer['data'], 'nextAfter' => $answer['meta']['nextAfter']];
    }

    public function balance(): array
    {
        return $this->call('GET', '/balance')['data'];
    }

    public function products(): array
    {
        return $this->call('GET', '/products')['data'];
    }

    /** Makes an address at which anybody pays by mobile money; give its `url` to whoever pays. */
    public function createLink(array $link, ?string $idempotencyKey = null): array
    {
        return $this->post('/links', $link, $idempotencyKey)['data'];
    }

    public function getLink(string $linkId): array
    {
        return $this->call('GET', '/links/' . rawurlencode($linkId))['data'];
    }

    /** A page of `links`, and the value of `after` for the next page as `nextAfter`, or null. */
    public function listLinks(array $filters = []): array
    {
        $answer = $this->page('/links', $filters);
        return ['links' => $answer['data'], 'nextAfter' => $answer['meta']['nextAfter']];
    }

    /** Nobody pays with it from now on. */
    public function endLink(string $linkId): array
    {
        return $this->post('/links/' . rawurlencode($linkId) . '/end', [], null)['data'];
    }

    /**
     * `events` after a number, the oldest first, and the number of the last one as `lastSequence`: for shops that
     * no webhook can reach. The query has `after`, `limit` and `wait`: how many seconds, at most 30, the server
     * waits for the next one if there is none yet.
     */
    public function events(array $query = []): array
    {
        $answer = $this->page('', $query, self::EVENTS_PATH, (int) ($query['wait'] ?? 0));
        return ['events' => $answer['data'], 'lastSequence' => $answer['meta']['lastSequence']];
    }

    /** Polls until the status is SUCCESS or FAILED. A webhook is faster and cheaper. */
    public function waitFor(string $transactionId, float $timeout = 120, float $every = 1): array
    {
        $until = microtime(true) + $timeout;
        while (true) {
            $payment = $this->get($transactionId);
            if (in_array($payment['status'], ['SUCCESS', 'FAILED'], true)) {
                return $payment;
            }
            if (microtime(true) + $every > $until) {
                // Pending is not failed: poll again later, or wait for the webhook.
                throw new SenteError('still_pending', "$transactionId is still {$payment['status']}");
            }
            usleep((int) ($every * 1e6));
        }
    }

    private function order(string $path, array $order, ?string $idempotencyKey): array
    {
        $answer = $this->post($path, $order, $idempotencyKey);
        return [...$answer['data'], 'isReplay' => $answer['isReplay']];
    }

    private function post(string $path, array $body, ?string $idempotencyKey): array
    {
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        try {
            return $this->call('POST', $path, $body, $key);
        } catch (SenteError $error) {
            $error->idempotencyKey = $key;
            throw $error;
        }
    }

    private function page(string $path, array $filters, string $base = self::BASE_PATH, int $wait = 0): array
    {
        $query = http_build_query(array_filter($filters, fn ($value) => $value !== null));
        return $this->call('GET', $query === '' ? $path : "$path?$query", null, null, $base, $wait);
    }

    /** `wait` is for how long the server may keep the answer back. */
    private function call(
        string $method,
        string $path,
        ?array $order = null,
        ?string $key = null,
        string $base = self::BASE_PATH,
        int $wait = 0,
    ): array {
        $until = microtime(true) + $this->retryFor;
        for ($tried = 1; ; $tried++) {
            try {
                return $this->attempt($method, $base . $path, $order, $key, $this->timeout + $wait);
            } catch (SenteError $error) {
                // The key stays the same, so all attempts are one order.
                $pause = $error->retryAfter ?? min(0.2 * 2 ** $tried, 5) * mt_rand(50, 100) / 100;
                if (!$error->isPassing || microtime(true) + $pause > $until) {
                    throw $error;
                }
                usleep((int) ($pause * 1e6));
            }
        }
    }

    private function attempt(string $method, string $path, ?array $order, ?string $key, int $timeout): array
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        // An empty array would be a list.
        if (($order['metadata'] ?? null) === []) {
            $order['metadata'] = (object) [];
        }
        $body = $order === null ? '' : json_encode((object) $order, $flags);
        $headers = self::signRequest($this->channelId, $this->secretKey, $method, $path, $body, $key);
        if ($order !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        $received = [];
        $request = curl_init($this->origin . $path);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT => $timeout,
            CURLOPT_HTTPHEADER => array_map(fn ($name) => "$name: $headers[$name]", array_keys($headers)),
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$received): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                $received[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        if ($body !== '') {
            curl_setopt($request, CURLOPT_POSTFIELDS, $body);
        }
        $text = curl_exec($request);
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        if (!is_string($text)) {
            throw new SenteError('no_answer', "No answer from $this->origin", isPassing: true);
        }
        return self::readAnswer($status, json_decode($text, true), $received);
    }

    /** @param array<string, string> $headers */
    private static function readAnswer(int $status, mixed $answer, array $headers): array
    {
        $answer = is_array($answer) ? $answer : [];
        if ($status < 300 && ($answer['success'] ?? false) === true) {
            return [...$answer, 'isReplay' => ($headers['idempotent-replayed'] ?? '') === 'true'];
        }
        if ($status < 300) {
            // Accepted, but the response broke off: a retry with the same key returns it.
            throw new SenteError('no_answer', 'The answer could not be read', isPassing: true);
        }
        $seconds = $headers['retry-after'] ?? '';
        throw new SenteError(
            $answer['code'] ?? 'unreadable_answer',
            $answer['message'] ?? "The server answered $status",
            $status,
            $answer['fields'] ?? [],
            $answer['requestId'] ?? null,
            in_array($status, [429, 502, 503, 504], true),
            preg_match('/^\d+$/D', $seconds) === 1 ? (int) $seconds : null,
            $answer['hint'] ?? null,
        );
    }

    /**
     * The headers that sign a request by RFC 9421. `path` has its query string; `created` and `nonce` are new
     * for each request.
     *
     * @return array<string, string>
     */
    public static function signRequest(
        string $channelId,
        string $secretKey,
        string $method,
        string $path,
        string $body,
        ?string $idempotencyKey = null,
        ?int $created = null,
        ?string $nonce = null,
    ): array {
        $digest = 'sha-256=:' . base64_encode(hash('sha256', $body, true)) . ':';
        [$pathOnly, $query] = [...explode('?', $path, 2), ''];
        $covered = ['@method' => $method, '@path' => $pathOnly, '@query' => "?$query", 'content-digest' => $digest];
        $headers = ['Content-Digest' => $digest];
        if ($idempotencyKey !== null) {
            $covered['idempotency-key'] = $headers['Idempotency-Key'] = $idempotencyKey;
        }
        $names = implode(' ', array_map(fn ($name) => "\"$name\"", array_keys($covered)));
        $created ??= time();
        $nonce ??= bin2hex(random_bytes(16));
        $signed = "($names);created=$created;keyid=\"$channelId\";nonce=\"$nonce\"";
        $covered['@signature-params'] = $signed;
        $lines = array_map(fn ($name) => "\"$name\": $covered[$name]", array_keys($covered));
        $signature = hash_hmac('sha256', implode("\n", $lines), $secretKey, true);
        $headers['Signature-Input'] = "sente=$signed";
        $headers['Signature'] = 'sente=:' . base64_encode($signature) . ':';
        return $headers;
    }

    /**
     * Returns the event if the webhook comes from Sente, and throws SenteError otherwise. Pass the body exactly
     * as it arrived: file_get_contents('php://input'). An event can arrive more than once, with the same
     * webhook-id header.
     *
     * @param array<string, string> $headers such as getallheaders()
     */
    public static function verifyWebhook(string $secret, array $headers, string $body, int $tolerance = 300): array
    {
        $given = array_change_key_case($headers);
        $names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
        [$id, $timestamp, $signatures] = array_map(fn ($name) => (string) ($given[$name] ?? ''), $names);
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new SenteError('webhook_invalid', 'The webhook headers are missing');
        }
        if (!preg_match('/^\d+$/D', $timestamp) || abs(time() - (int) $timestamp) > $tolerance) {
            throw new SenteError('webhook_invalid', 'The webhook is too old, or from the future');
        }
        $key = (string) base64_decode(preg_replace('/^whsec_/', '', $secret));
        // Everybody can sign with an empty key.
        if (strlen($key) < 24) {
            throw new SenteError('not_configured', 'Set the secret of the webhook: whsec_ and its Base64 text');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $signatures) as $one) {
            if (hash_equals($expected, $one)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        throw new SenteError('webhook_invalid', 'The signature of the webhook is wrong');
    }
}
