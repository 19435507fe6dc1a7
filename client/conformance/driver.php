<?php

/**
 * Runs the PHP client for the conformance tests: a call per line of standard input, an answer per line of
 * standard output, both as JSON.
 */

declare(strict_types=1);

require __DIR__ . '/../SenteClient.php';

function run(array $call): mixed
{
    ['name' => $name, 'arguments' => $arguments] = $call;
    if ($name === 'signRequest') {
        return array_change_key_case(SenteClient::signRequest(...$arguments[0]));
    }
    if ($name === 'verifyWebhook') {
        return SenteClient::verifyWebhook(...$arguments[0]);
    }
    $options = $call['options'];
    $seconds = ($options['retryForMs'] ?? 60_000) / 1000;
    $client = new SenteClient($options['baseUrl'], $options['channelId'], $options['secretKey'], $seconds);
    if ($name === 'waitFor') {
        return $client->waitFor($arguments[0], $arguments[1] / 1000, 0.05);
    }
    return $client->$name(...$arguments);
}

while (($line = fgets(STDIN)) !== false) {
    try {
        $answer = ['result' => run(json_decode($line, true))];
    } catch (SenteError $error) {
        $answer = ['error' => [
            'code' => $error->errorCode,
            'message' => $error->getMessage(),
            'status' => $error->status,
            'fields' => (object) $error->fields,
            'requestId' => $error->requestId,
            'hint' => $error->hint,
            'idempotencyKey' => $error->idempotencyKey,
        ]];
    }
    echo json_encode($answer), "\n";
}
