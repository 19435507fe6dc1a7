import { beforeAll, expect, it } from 'vitest';
import { openBulkDesk, receivers, type BulkDesk } from '../../test/bulk-payouts.ts';
import { signedCall, startMobileMoney, type MobileMoney } from '../../test/mobile-money.ts';
import { createLogger } from '../http/logger.ts';
import { toShortId } from '../db/short-id.ts';
import { createBulkRunner } from './bulk-runner.ts';

let test: MobileMoney;
let desk: BulkDesk;
/** It is being paid, and no line of it is a payment yet. */
let id: string;
beforeAll(async () => {
  test = await startMobileMoney();
  const { database, engine } = test;
  const options = { pollMs: 20, restMs: 0, pauseMs: 30, leaseMs: 10_000 };
  const runner = createBulkRunner({ database, engine, logger: createLogger('silent') }, options);
  desk = await openBulkDesk(test);
  runner.start();
  id = await desk.checked([...receivers(4), '0772,1000,,,']);
  await runner.stop();
  await desk.submit(id, { leaveOutFaulty: true });
});

const statesOf = (lines: readonly { state: string }[]) => lines.map(({ state }) => state);

it('says of lines what the sums say, from the approval on', async () => {
  expect(await desk.get(id)).toMatchObject({ state: 'waiting', pendingCount: 0 });
  expect(statesOf(await desk.lines(id))).toEqual(['ok', 'ok', 'ok', 'ok', 'left-out']);
  expect(await desk.lines(id, 'pending')).toEqual([]);
  expect((await desk.approve(id)).status).toBe(200);
  expect(await desk.get(id)).toMatchObject({ state: 'running', pendingCount: 4 });
  const pending = ['pending', 'pending', 'pending', 'pending'];
  expect(statesOf(await desk.lines(id))).toEqual([...pending, 'left-out']);
  expect(statesOf(await desk.lines(id, 'pending'))).toEqual(pending);
  const file = await test.call(desk.owner, 'GET', `/BulkPayouts/${id}/results`);
  expect(file.text.match(/"pending"/g)).toHaveLength(4);
  expect(file.text).not.toContain('"ok"');
});

it("says the same to the company's systems", async () => {
  const path = `/bulk-payouts/${toShortId(id)}/lines`;
  const ask = async (state: string): Promise<string[]> => {
    const query = `${path}?state=${state}`;
    const answer = await signedCall(test.serverUrl, desk.merchant, 'GET', query);
    expect(answer.status).toBe(200);
    return statesOf(answer.body.data);
  };
  expect(await ask('pending')).toEqual(['pending', 'pending', 'pending', 'pending']);
  expect(await ask('ok')).toEqual([]);
});
