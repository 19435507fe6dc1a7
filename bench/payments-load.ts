import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { signatureOf } from '../api/src/credentials/signature.ts';
import { pick, rateOf, rateOfSome } from './callers.ts';
import { connect } from './http-connection.ts';

/** A separate process: company systems that request collections, each request signed. */
export interface PaymentsLoadStart {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Sends so many, however long that takes. */
  readonly count?: number | undefined;
  readonly callers: readonly BenchCaller[];
}

export interface BenchCaller {
  readonly channelId: string;
  readonly secretKey: string;
}

export interface PaymentsLoadDone {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Includes the warm-up. */
  readonly accepted: number;
  /** Answered 503, and sent again. */
  readonly refused: number;
  /** From the first order to the last answer. */
  readonly seconds: number;
  /** Processor time of the same. */
  readonly processorMs: number;
}

const path = '/api/v1/Payments/collections';

process.once('message', (start: PaymentsLoadStart) => void load(start));
process.once('disconnect', () => process.exit(0));

async function load(start: PaymentsLoadStart): Promise<void> {
  const { port, connections, seconds, callers, count } = start;
  const idle = await Promise.all(Array.from({ length: connections }, () => connect(port)));
  const times: number[] = [];
  let refused = 0;
  const beganAt = performance.now();
  const usedBefore = process.cpuUsage();
  const order = async (): Promise<void> => {
    const connection = idle.pop();
    if (!connection) throw new Error('More callers than connections');
    const startedAt = performance.now();
    const request = requestOf(pick(callers));
    let answer = await connection.send(request);
    // As it was asked to: a refused order has left no trace, so the same may be sent again.
    for (; answer.status === 503; refused++) {
      await wait(1_000 * Math.random());
      answer = await connection.send(request);
    }
    times.push(performance.now() - startedAt);
    idle.push(connection);
    if (answer.status !== 202 || !answer.body.includes('"status":"PENDING"')) {
      throw new Error(`A request was refused: ${answer.status} ${answer.body}`);
    }
  };
  const perSecond =
    count === undefined
      ? await rateOf(order, { callers: connections, seconds })
      : await rateOfSome(order, { callers: connections, count });
  const loaded = (performance.now() - beganAt) / 1_000;
  const used = process.cpuUsage(usedBefore);
  const accepted = times.length;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  const done = {
    perSecond,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    accepted,
    refused,
    seconds: loaded,
    processorMs: (used.user + used.system) / 1_000,
  };
  process.send?.(done satisfies PaymentsLoadDone);
}

function requestOf({ channelId, secretKey }: BenchCaller): string {
  const bodyText = JSON.stringify({
    // Not a magic number of the simulator, so it is approved.
    phoneNumber: `0772${String(Math.floor(100_000 + Math.random() * 899_999))}`,
    amount: 1_250,
    reference: `Order ${randomUUID()}`,
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signed = { timestamp, method: 'POST', path, bodyText };
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${bodyText.length}`,
    `x-channel-id: ${channelId}`,
    `x-timestamp: ${timestamp}`,
    `x-signature: ${signatureOf(secretKey, signed).toString('hex')}`,
    `idempotency-key: ${randomUUID()}`,
    '',
    bodyText,
  ].join('\r\n');
}
