import { pick, rateOf } from './callers.ts';
import { connect } from './http-connection.ts';
import { postingRequest, type Sender } from './posting-request.ts';

/** A separate process: keeps connections busy with one request each, and checks every answer. */
export interface LoadStart {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly senders: readonly Sender[];
}

export interface LoadDone {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

process.once('message', (start: LoadStart) => void load(start));
process.once('disconnect', () => process.exit(0));

async function load({ port, connections, seconds, senders }: LoadStart): Promise<void> {
  const idle = await Promise.all(Array.from({ length: connections }, () => connect(port)));
  const times: number[] = [];
  const perSecond = await rateOf(
    async () => {
      const connection = idle.pop();
      if (!connection) throw new Error('More callers than connections');
      const startedAt = performance.now();
      const answer = await connection.send(postingRequest(pick(senders)));
      times.push(performance.now() - startedAt);
      idle.push(connection);
      if (answer.status !== 200 || !isPosted(answer.body)) {
        throw new Error(`A request was refused: ${answer.status} ${answer.body}`);
      }
    },
    { callers: connections, seconds },
  );
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  process.send?.({ perSecond, medianMs: at(0.5), p99Ms: at(0.99) } satisfies LoadDone);
}

function isPosted(body: string): boolean {
  return body.startsWith('{"success":true,') && body.includes('"status":"completed"');
}
