import { setTimeout as wait } from 'node:timers/promises';
import { pick } from './callers.ts';
import { connect, type Connection } from './http-connection.ts';
import { postingRequest, type Sender } from './posting-request.ts';

/** A separate process: sends so many requests a second, whatever becomes of those before. */
export interface FloodStart {
  readonly port: number;
  readonly connections: number;
  /** 0: as fast as they are answered. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly senders: readonly Sender[];
}

export interface FloodSecond {
  readonly second: number;
  sent: number;
  /** All connections waited for an answer: these were not offered to the server. */
  unsent: number;
  done: number;
  /** 503 with Retry-After. */
  refused: number;
  others: number;
  p99Ms: number;
}

export interface FloodDone {
  readonly seconds: readonly FloodSecond[];
}

process.once('message', (start: FloodStart) => void flood(start));
process.once('disconnect', () => process.exit(0));

const tickMs = 10;

async function flood({
  port,
  connections,
  perSecond,
  seconds,
  senders,
}: FloodStart): Promise<void> {
  const idle: Connection[] = [];
  for (let number = 0; number < connections; number++) idle.push(await connect(port));
  const startedAt = performance.now();
  const rows = Array.from({ length: seconds }, (_, second): FloodSecond => {
    return { second, sent: 0, unsent: 0, done: 0, refused: 0, others: 0, p99Ms: 0 };
  });
  const times = rows.map((): number[] => []);
  const now = () => Math.floor((performance.now() - startedAt) / 1_000);
  const send = async (connection: Connection): Promise<void> => {
    const row = rows[now()];
    if (!row) return;
    row.sent++;
    const sentAt = performance.now();
    const { status, head } = await connection.send(postingRequest(pick(senders)));
    idle.push(connection);
    const answeredIn = rows[now()];
    if (!answeredIn) return;
    if (status === 200) {
      answeredIn.done++;
      times[answeredIn.second]?.push(performance.now() - sentAt);
    } else if (status === 503 && /^retry-after: \d/im.test(head)) answeredIn.refused++;
    else answeredIn.others++;
  };
  let due = 0;
  let last = performance.now();
  while (now() < seconds) {
    const wanted =
      perSecond === 0 ? idle.length : (due += ((performance.now() - last) / 1_000) * perSecond);
    last = performance.now();
    const count = Math.floor(wanted);
    const row = rows[now()];
    for (let number = 0; number < count; number++) {
      const connection = idle.pop();
      if (connection) void send(connection);
      else if (row) row.unsent++;
    }
    due -= count;
    await wait(perSecond === 0 ? 0 : tickMs);
  }
  for (const row of rows) {
    const sorted = (times[row.second] ?? []).sort((a, b) => a - b);
    row.p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  }
  process.send?.({ seconds: rows } satisfies FloodDone);
}
