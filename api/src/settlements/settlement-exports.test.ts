import { kampalaDay } from '@sente/contract/kampala';
import type { FileExport } from '@sente/contract/file-exports';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createRoleWith } from '../../test/factories.ts';
import { openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';
import { runJobs } from '../../test/webhooks.ts';

/* The statement of settlements: what went to the bank, what it cost, and what became of it. */

let test: TestApp;
let desk: SettlementDesk;
let other: SettlementDesk;
let batchId: string;

beforeAll(async () => {
  test = await createTestApp();
  desk = await openSettlementDesk(test);
  other = await openSettlementDesk(test);
  await test.owner.rows(
    `insert into fee_schedules (id, company_id, direction, band_ends, band_fees, effective_from)
     values (gen_random_uuid(), $1, 'settlement', '{null}', '{50000}', now() - interval '1 day')`,
    [desk.companyId],
  );
  const [paid, returned] = [await desk.asked(10_000), await desk.asked(20_000)];
  const ofOther = await other.asked(7_000);
  batchId = await desk.batched(paid, returned, ofOther);
  await desk.pay(paid, 'FT77');
  await desk.returned(returned, 'Account closed');
  await desk.asked(30_000);
});

const ask = (actor: TestActor, filters: object) =>
  test.call(actor, 'POST', '/Exports', { list: 'settlements', format: 'csv', filters });

async function exported(actor: TestActor, filters: object = {}): Promise<string[]> {
  const { status, body, text } = await ask(actor, filters);
  expect(status, text).toBe(200);
  const { id } = body.data as FileExport;
  await runJobs(test);
  const file = await test.call(actor, 'GET', `/Exports/${id}/file`);
  return file.text.split('\r\n').filter((line) => line !== '');
}

it('a company exports its settlements with bank, fees, references and states', async () => {
  const [header, requested, returned, paid, ...more] = await exported(desk.owner);
  expect(more).toEqual([]);
  expect(header).toContain(
    '"Bank Account Number","Arrives (UGX)","Fee (UGX)","Of Which Tax (UGX)"',
  );
  expect(header).not.toContain('"Company"');
  expect(requested).toMatch(/"30000","500","0","30500","Requested","",/);
  expect(returned).toMatch(/"20000","500","0","20500","Returned",.*"Account closed"/);
  expect(paid).toMatch(/"ST-\w{10}",.*"Stanbic Bank","Kintu Traders Ltd",.*"10000".*"Paid","FT77"/);
  // No more of the number than the list shows.
  expect(paid).not.toMatch(/"\d{13}"/);
  expect(await exported(desk.owner, { state: 'paid' })).toHaveLength(2);
  const today = kampalaDay(Date.now());
  expect(await exported(desk.owner, { startDate: today, endDate: today })).toHaveLength(4);
  const none = await ask(desk.owner, { startDate: '2020-01-01', endDate: '2020-01-31' });
  expect(none.body.message).toBe('There is nothing to export');
  const listed = await test.call(desk.owner, 'GET', `/Settlements?endDate=2020-01-31`);
  expect(listed.body.meta).toMatchObject({ totalCount: 0 });
});

it('staff export those of all companies, of one, and the advice of a batch', async () => {
  expect(await exported(desk.clerk)).toHaveLength(5);
  expect(await exported(desk.clerk, { companyId: other.companyId })).toHaveLength(2);
  // Whoever lets the money go sees whole numbers in the lists, and so here; others do not.
  expect((await exported(desk.clerk)).join('')).toMatch(/"\d{13}"/);
  const reader = await createStaff(test.owner, 'Support');
  expect((await exported(reader)).join('')).not.toMatch(/"\d{13}"/);
  const advice = await exported(desk.clerk, { batchId });
  expect(advice).toHaveLength(4);
  expect(advice[0]).toContain('"Company"');
  expect(await exported(desk.clerk, { batchId, companyId: other.companyId })).toHaveLength(2);
});

it('nobody exports what is of another company, or may not see it', async () => {
  const mine = await exported(other.owner, { batchId });
  expect(mine).toHaveLength(2);
  expect(mine.join('')).not.toContain('FT77');
  expect((await ask(other.owner, { companyId: desk.companyId })).status).toBe(404);
  const role = await createRoleWith(test.owner, 'canManageAccounts');
  const settles = await createMember(test.owner, { companyId: desk.companyId, role });
  expect((await ask(settles, {})).status).toBe(403);
  const reader = await createStaff(test.owner, 'Support');
  expect((await ask(reader, { state: 'gone' })).body.fields).toHaveProperty('filters.state');
});
