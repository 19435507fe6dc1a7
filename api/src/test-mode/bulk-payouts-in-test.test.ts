import { expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { callSigned } from '../../test/signed.ts';
import { bothWorlds, createTestKey, inTest } from '../../test/test-mode.ts';
import { until } from '../../test/until.ts';

const both = bothWorlds();

async function openDesk() {
  const { live } = both;
  const owner = await createMember(live.owner);
  const companyId = owner.companyId ?? '';
  const colleague = await createMember(live.owner, { companyId, role: 'client_manager' });
  const { body } = await inTest(live, owner, 'GET', `/Account/company/${companyId}`);
  const account = body.data.find(({ balance }: { readonly balance: number }) => balance > 0);
  return { owner, colleague, companyId, accountId: account.id as string };
}

const untilState = async (actor: TestActor, id: string, state: string) => {
  let last: { state?: string } = {};
  await until(`a bulk payout that is ${state}`, async () => {
    last = (await inTest(both.live, actor, 'GET', `/BulkPayouts/${id}`)).body.data;
    return last.state === state;
  });
  return last;
};

const approve = async (actor: TestActor, id: string) => {
  const { body } = await inTest(both.live, actor, 'GET', `/Approvals/${id}`);
  const { askedAt } = body.data ?? {};
  return inTest(both.live, actor, 'POST', `/Approvals/${id}/approve`, { askedAt });
};

it('a bulk payout of the portal is approved by a colleague and paid by the simulated networks', async () => {
  const { live, other } = both;
  const { owner, colleague, companyId, accountId } = await openDesk();
  const file = 'phone,amount\n0770000001,1000\n0700000001,2000';
  const made = await inTest(live, owner, 'POST', '/BulkPayouts', {
    accountId,
    name: 'Wages',
    file,
  });
  expect(made.status, made.text).toBe(200);
  const { id } = made.body.data;
  await untilState(owner, id, 'draft');
  expect((await inTest(live, owner, 'POST', `/BulkPayouts/${id}/submit`, {})).status).toBe(200);
  const waiting = await inTest(live, colleague, 'GET', '/Approvals');
  expect(waiting.body.data).toMatchObject([{ id, kind: 'bulk-payout' }]);
  expect((await live.call(colleague, 'GET', '/Approvals')).body.data).toEqual([]);
  expect((await approve(owner, id)).status).toBe(409);
  expect((await approve(colleague, id)).status).toBe(200);
  await untilState(owner, id, 'finished');
  const sql = 'select status, direction from payments where company_id = $1 order by amount';
  const paid = { status: 'SUCCESS', direction: 'payout' };
  expect(await other.owner.rows(sql, [companyId])).toEqual([paid, paid]);
  expect(await live.owner.rows(sql, [companyId])).toEqual([]);
  const results = await inTest(live, owner, 'GET', `/BulkPayouts/${id}/results`);
  expect(results.headers['content-disposition']).toContain('filename="TEST-');
});

it('one of a test key goes at once', async () => {
  const { owner } = await openDesk();
  const key = await createTestKey(both.live, owner);
  const asked = await callSigned(both.live, key, {
    method: 'POST',
    path: '/v1/Payments/bulk-payouts',
    body: {
      name: 'Wages',
      lines: [{ phoneNumber: '0770000001', amount: 1_500, reference: 'A' }],
    },
  });
  expect([asked.status, asked.body.mode], asked.text).toEqual([202, 'test']);
  const { bulkId } = asked.body.data as unknown as { bulkId: string };
  await until('it is paid', async () => {
    const path = `/v1/Payments/bulk-payouts/${bulkId}`;
    const { body } = await callSigned(both.live, key, { method: 'GET', path });
    return body.data.state === 'finished';
  });
});

it('a payout above the own rules of test mode waits for a colleague there', async () => {
  const { live } = both;
  const { owner, colleague, companyId, accountId } = await openDesk();
  const rule = { atOnceUpTo: 1_000, colleagueUpTo: 500_000 };
  const saved = await inTest(live, owner, 'PUT', `/Company/${companyId}/payout-rule`, rule);
  expect(saved.status, saved.text).toBe(200);
  const asked = await inTest(live, owner, 'POST', `/Transaction/company/${companyId}/requests`, {
    kind: 'send-money',
    accountId,
    amount: 50_000,
    phoneNumber: '0770000001',
    network: 'MTN',
    note: 'Rent',
  });
  expect(asked.status, asked.text).toBe(200);
  const list = await inTest(live, colleague, 'GET', '/Approvals');
  const [{ id }] = list.body.data;
  expect((await approve(colleague, id)).status).toBe(200);
  await until('it is paid', async () => {
    const { body } = await inTest(live, owner, 'GET', `/Transaction/${asked.body.data.id}`);
    return body.data.status === 'completed';
  });
  // The rules of the live world are as they were.
  const sql = 'select from payout_rules where company_id = $1';
  expect(await live.owner.row(sql, [companyId])).toBeUndefined();
});
