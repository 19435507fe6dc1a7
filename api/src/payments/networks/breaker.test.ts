import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { createBreaker, type Breaker, type BreakerOptions } from './breaker.ts';
import type { BreakerCall } from './breaker.queries.ts';

const { database, owner } = await createTestDatabase();
const [one, two, three, four] = Array.from({ length: 4 }, () => uuidV7()) as [
  string,
  string,
  string,
  string,
];

beforeEach(() => owner.rows('truncate network_calls, network_circuits'));

/** Reads and writes the tables each time, like servers that do not share memory. */
const server = (options: BreakerOptions = {}): Breaker =>
  createBreaker(database, { openForMs: 60_000, freshForMs: 0, writeEveryMs: 0, ...options });

const callOf = (companyId: string, changes: Partial<BreakerCall> = {}): BreakerCall => ({
  network: 'MTN',
  operation: 'collection',
  kind: 'send',
  companyId,
  ...changes,
});
async function make(breaker: Breaker, call: BreakerCall, answers: readonly boolean[]) {
  for (const didAnswer of answers) await breaker.always(call).note(didAnswer);
}
const answered = (count: number) => Array.from({ length: count }, () => true);
const unanswered = (count: number) => Array.from({ length: count }, () => false);
const mayCall = async (breaker: Breaker, call: BreakerCall) => (await breaker.admit(call)) !== null;

/** Seven unanswered calls of each of three companies. */
async function open(breaker: Breaker, changes: Partial<BreakerCall> = {}) {
  for (const companyId of [one, two, three]) {
    await make(breaker, callOf(companyId, changes), unanswered(7));
  }
}
const circuits = () =>
  owner.rows<{ company_id: string | null; opened_until: Date }>(
    'select company_id, opened_until from network_circuits order by 1',
  );
/** The pause of every open circuit is over. */
const endPause = () => owner.rows('update network_circuits set opened_until = now()');

describe('opens', () => {
  it('on half of the calls without an answer, for every server and company', async () => {
    const [here, there] = [server(), server()];
    for (const companyId of [one, two, three]) {
      await make(here, callOf(companyId), [...answered(4), ...unanswered(3)]);
    }
    expect(await mayCall(there, callOf(four))).toBe(true);
    for (const companyId of [one, two, three]) await make(there, callOf(companyId), [false]);
    for (const breaker of [here, there]) expect(await mayCall(breaker, callOf(four))).toBe(false);
  });

  it('not on a few calls', async () => {
    const breaker = server();
    for (const companyId of [one, two, three]) {
      await make(breaker, callOf(companyId), unanswered(6));
    }
    expect(await mayCall(breaker, callOf(one))).toBe(true);
  });

  it('only for the operation and kind of call that fails', async () => {
    const breaker = server();
    await open(breaker);
    expect(await mayCall(breaker, callOf(one))).toBe(false);
    expect(await mayCall(breaker, callOf(one, { network: 'AIRTEL' }))).toBe(true);
    expect(await mayCall(breaker, callOf(one, { operation: 'payout' }))).toBe(true);
    expect(await mayCall(breaker, callOf(one, { kind: 'ask' }))).toBe(true);
  });

  it('and sends nothing either while questions are not answered', async () => {
    const breaker = server();
    await open(breaker, { kind: 'ask' });
    expect(await mayCall(breaker, callOf(one))).toBe(false);
    expect(await mayCall(breaker, callOf(one, { operation: 'payout' }))).toBe(true);
  });

  it('even if answered questions outnumber the sendings without an answer', async () => {
    const breaker = server();
    for (const companyId of [one, two, three]) {
      await make(breaker, callOf(companyId, { kind: 'ask' }), answered(21));
    }
    await open(breaker);
    expect(await mayCall(breaker, callOf(four))).toBe(false);
  });

  it('not on calls that are older than the window', async () => {
    const breaker = server();
    for (const companyId of [one, two]) await make(breaker, callOf(companyId), unanswered(7));
    await owner.rows("update network_calls set bucket = bucket - interval '2 minutes'");
    await make(breaker, callOf(three), unanswered(7));
    expect(await circuits()).toEqual([]);
  });

  it('by the calls of the last minute, of which few are written one by one', async () => {
    const breaker = server({ writeEveryMs: 60_000 });
    for (const companyId of [one, two, three]) {
      await make(breaker, callOf(companyId), answered(7));
    }
    expect(await owner.rows('select 1 from network_calls')).toEqual([]);
    await make(breaker, callOf(one), [false]);
    expect(
      await owner.rows(
        'select sum(calls)::int as calls, sum(unanswered)::int as un from network_calls',
      ),
    ).toEqual([{ calls: 22, un: 1 }]);
  });
});

describe('one company', () => {
  it('cannot open it for others, only for itself', async () => {
    const breaker = server();
    await make(breaker, callOf(one), unanswered(40));
    expect(await mayCall(breaker, callOf(one))).toBe(false);
    expect(await mayCall(breaker, callOf(two))).toBe(true);
    for (const companyId of [two, three]) await make(breaker, callOf(companyId), answered(7));
    await make(breaker, callOf(one), unanswered(40));
    expect(await circuits()).toMatchObject([{ company_id: one }]);
    expect(await mayCall(breaker, callOf(four))).toBe(true);
  });

  it('cannot keep it closed for others', async () => {
    const breaker = server();
    await make(breaker, callOf(four), answered(60));
    await open(breaker);
    expect(await mayCall(breaker, callOf(two))).toBe(false);
  });

  it('is closed with everyone', async () => {
    const breaker = server({ probesToClose: 1 });
    await make(breaker, callOf(one), unanswered(20));
    for (const companyId of [two, three]) await make(breaker, callOf(companyId), unanswered(7));
    expect(await circuits()).toHaveLength(2);
    await endPause();
    await (await breaker.admit(callOf(two)))?.note(true);
    expect(await circuits()).toEqual([]);
    expect(await mayCall(breaker, callOf(one))).toBe(true);
  });
});

describe('half open', () => {
  it('lets exactly one of many callers through, on all servers', async () => {
    await open(server());
    await endPause();
    const servers = Array.from({ length: 4 }, () => server());
    const permits = await Promise.all(
      servers.flatMap((breaker) =>
        [one, two, three, four, one].map((companyId) => breaker.admit(callOf(companyId))),
      ),
    );
    expect(permits.filter((permit) => permit !== null)).toHaveLength(1);
  });

  it('closes after three answered probes in a row', async () => {
    const breaker = server();
    await open(breaker);
    await endPause();
    const probe = async (didAnswer: boolean) => {
      const permit = await breaker.admit(callOf(one));
      expect(permit).not.toBeNull();
      expect(await mayCall(breaker, callOf(two))).toBe(false);
      await permit?.note(didAnswer);
    };
    for (const didAnswer of [true, true]) await probe(didAnswer);
    await probe(false);
    expect(await mayCall(breaker, callOf(one))).toBe(false);
    await endPause();
    for (const didAnswer of [true, true, true]) await probe(didAnswer);
    const both = await Promise.all([breaker.admit(callOf(one)), breaker.admit(callOf(two))]);
    expect(both).not.toContain(null);
    // The calls of before do not open it again.
    await make(breaker, callOf(one), [false]);
    expect(await mayCall(breaker, callOf(two))).toBe(true);
  });

  it('lets another caller probe if one never returns', async () => {
    const breaker = server({ openForMs: 20 });
    await open(breaker);
    await sleep(60);
    expect(await mayCall(breaker, callOf(one))).toBe(true);
    await sleep(60);
    expect(await mayCall(breaker, callOf(one))).toBe(true);
  });

  it('is not closed or extended by calls that were under way', async () => {
    await open(server());
    const before = await circuits();
    await make(server({ openForMs: 600_000 }), callOf(one), [...unanswered(3), true]);
    expect(await circuits()).toEqual(before);
  });
});

it('is timed by the database, whatever the clock of the server says', async () => {
  const now = Date.now;
  Date.now = () => now() + 300_000;
  try {
    const breaker = server();
    await open(breaker);
    expect(await mayCall(breaker, callOf(one))).toBe(false);
    await endPause();
    expect(await mayCall(breaker, callOf(one))).toBe(true);
  } finally {
    Date.now = now;
  }
});
