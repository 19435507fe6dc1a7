import type { ApiTransaction } from '@sente/contract/api-transactions';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openReview } from '../../test/bulk-payouts.ts';
import { createAccount, createCompany, createPayment } from '../../test/factories.ts';
import { toShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let staff: TestActor;
let companyId: string;
let member: TestActor;
/** Oldest first. */
let ids: string[];
/** A reference that has the format of a transaction id. */
const ownUlid = '01JZZZZZZZZZZZZZZZZZZZZZZZ';

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId, role: 'client_user' });
  const accountId = await createAccount(test.owner, companyId);
  const add = (day: number, more: object) =>
    createPayment(test.owner, companyId, {
      accountId,
      at: new Date(`2026-01-0${day}T10:00:00Z`),
      ...more,
    });
  ids = [
    await add(1, {
      status: 'SUCCESS',
      phoneNumber: '256772000001',
      isNotified: true,
      reference: 'Order ÉTÉ-1041',
    }),
    await add(2, {
      status: 'FAILED',
      phoneNumber: '256752000002',
      network: 'AIRTEL',
      direction: 'payout',
      reference: ownUlid,
    }),
    await add(3, { status: 'REFUNDED', phoneNumber: '256772000003', network: 'Utl' }),
    await add(4, { status: 'PROCESSING', phoneNumber: '256772000004', amount: 150_050n }),
    await add(5, { status: 'PENDING', phoneNumber: '256772000005', isNotified: false }),
  ];
  await test.owner.rows("update payments set reason = 'The number is wrong' where id = $1", [
    ids[1],
  ]);
  await test.owner.rows("update payments set network_reference = 'NET-7788' where id = $1", [
    ids[2],
  ]);
  const other = await createCompany(test.owner);
  await createPayment(test.owner, other, { phoneNumber: '256772000099', network: 'OTHERS' });
});

async function list(query = '', actor = member, company = companyId) {
  const answer = await test.call(actor, 'GET', `/Transaction/${company}/transactions${query}`);
  expect(answer.status, answer.text).toBe(200);
  const data = answer.body.data as ApiTransaction[];
  return {
    data,
    found: data.map(({ record_id }) => ids.indexOf(record_id)),
    meta: answer.body.meta,
  };
}

describe('the list', () => {
  it('the list is newest first, in portal terms, with its filter options', async () => {
    const { data, found, meta } = await list();
    expect(found).toEqual([4, 3, 2, 1, 0]);
    expect(data[1]).toEqual({
      record_id: ids[3],
      transaction_id: toShortId(ids[3] ?? ''),
      phone_number: '256772000004',
      transaction_amount: 1_500.5,
      fee: 0,
      tax: 0,
      net: null,
      network: 'MTN',
      status: 'PROCESSING',
      reason: null,
      record_date: '2026-01-04T10:00:00.000Z',
      finished_date: null,
      thirdparty_notified: '',
      direction: 'collection',
      reference: null,
      reversed_by: null,
      refund_of: null,
      bulk_id: null,
      refunded: null,
      check: null,
    });
    expect(data[3]).toMatchObject({ direction: 'payout', reference: ownUlid });
    expect(data[3]?.reason).toBe('The number is wrong');
    expect(data.map((row) => row.thirdparty_notified)).toEqual(['0', '', '', '', '1']);
    expect(meta).toEqual({
      totalCount: 5,
      isCountExact: true,
      page: 1,
      isCapped: false,
      nextAfter: null,
      searchedTo: null,
      statuses: ['FAILED', 'PENDING', 'PROCESSING', 'REFUNDED', 'SUCCESS'],
      networks: ['AIRTEL', 'MTN', 'Utl'],
    });
  });

  it.each([
    ['?status=SUCCESS', [0]],
    ['?status=FAILED', [1]],
    ['?status=PENDING', [4]],
    ['?status=REFUNDED', [2]],
    ['?status=nothing', []],
    ['?network=MTN', [4, 3, 0]],
    ['?network=MTN&status=PROCESSING', [3]],
    ['?network=AIRTEL&status=SUCCESS', []],
    ['?status=&network=', [4, 3, 2, 1, 0]],
    ['?direction=payout', [1]],
    ['?minAmount=1500&maxAmount=1500', [3]],
    ['?direction=collection&network=MTN&status=PENDING', [4]],
    ['?startDate=2026-01-02&endDate=2026-01-03', [2, 1]],
  ])('passes the filters %s', async (query, expected) => {
    const { found, meta } = await list(query);
    expect(found).toEqual(expected);
    expect(meta).toMatchObject({ totalCount: expected.length, isCountExact: true });
  });

  it.each([
    ['the phone number', '752000', [1]],
    ['the phone number as people write it', '0752 000', [1]],
    ['the same with its country', '+256 752', [1]],
    ['a whole number as people write it', '0752 000 002', [1]],
    ['the last digits of a number', '000002', [1]],
    ['the reference of the network', 'NET-77', [2]],
    ['the network, whatever the case', 'uTL', [2]],
    ['the reference', 'order é', [0]],
    ['a part of the reference, whatever the case', 'DER ÉTÉ-104', [0]],
    ['the end of the reference', '-1041', [0]],
    ['a reference that looks like a transaction id', ownUlid, [1]],
    ['the network and the reference as one', 'mtnorder', []],
    ['a sign that means something elsewhere', '%', []],
    ['nothing', 'no such thing', []],
  ])('searches %s', async (_, search, expected) => {
    const { found, meta } = await list(`?search=${encodeURIComponent(search)}`);
    expect(found).toEqual(expected);
    expect(meta).toMatchObject({ totalCount: expected.length });
  });

  it('searches the record id and the transaction id, whole or in part, whatever the case', async () => {
    const uuid = ids[3] ?? '';
    const short = toShortId(uuid);
    for (const search of [
      uuid,
      uuid.toUpperCase(),
      uuid.slice(19),
      short,
      short.toLowerCase(),
      short.slice(0, 10),
      short.slice(-8).toLowerCase(),
      ...[11, 12, 13, 14, 15].map((from) => short.slice(from, from + 9)),
    ]) {
      const { found } = await list(`?search=${search}`);
      expect(found, search).toEqual([3]);
    }
    // Two letters occur in many ids, including this one.
    expect((await list(`?search=${short.slice(-2)}`)).found).toContain(3);
  });

  it('goes page by page, by number and from row to row', async () => {
    const second = await list('?limit=2&page=2');
    expect(second.found).toEqual([2, 1]);
    expect(second.meta).toMatchObject({
      totalCount: 5,
      page: 2,
      isCapped: true,
      nextAfter: ids[1],
    });
    const last = await list(`?limit=2&after=${ids[1]}`);
    expect(last.found).toEqual([0]);
    expect(last.meta).toMatchObject({ totalCount: 5, isCapped: false, nextAfter: null });
    const beyond = await list('?limit=2&page=9');
    expect(beyond.found).toEqual([0]);
    expect(beyond.meta).toMatchObject({ totalCount: 5, page: 3 });
    expect((await list('?limit=2&page=7&search=nothing')).meta).toMatchObject({ page: 1 });
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?page=0', 'page'],
    ['?page=10001', 'page'],
    ['?after=1', 'after'],
    [`?status=${'x'.repeat(41)}`, 'status'],
  ])('refuses %s at its field', async (query, field) => {
    const answer = await test.call(member, 'GET', `/Transaction/${companyId}/transactions${query}`);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  });

  it('the list is the same for staff and hidden from others', async () => {
    expect((await list('', staff)).found).toEqual([4, 3, 2, 1, 0]);
    const stranger = await createMember(test.owner);
    const path = `/Transaction/${companyId}/transactions`;
    const answer = await test.call(stranger, 'GET', path);
    expect([answer.status, answer.body.message]).toEqual([404, 'Company not found']);
    const restricted = await createMember(test.owner, { companyId, role: 'Restricted' });
    expect((await test.call(restricted, 'GET', path)).status).toBe(403);
  });

  it('the list of a company without API transactions is empty, and an archived company is unknown', async () => {
    const empty = await createCompany(test.owner);
    const { data, meta } = await list('', staff, empty);
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ totalCount: 0, statuses: [], networks: [] });
    await test.owner.rows('update companies set archived_at = now() where id = $1', [empty]);
    const answer = await test.call(staff, 'GET', `/Transaction/${empty}/transactions`);
    expect(answer.status).toBe(404);
  });
});

it('returns the newest thousand by default and counts up to ten thousand', async () => {
  const many = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, many);
  await test.owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
       amount, status)
     select $1, (lpad(to_hex(i), 8, '0') || '-0000-7000-8000-000000000000')::uuid, 'collection',
       'import', $2, '256772' || lpad(i::text, 6, '0'), 'MTN', 100, 'SUCCESS'
     from generate_series(1, 10500) i`,
    [many, accountId],
  );
  const { data, meta } = await list('', staff, many);
  expect(data).toHaveLength(1_000);
  expect(data[0]?.phone_number).toBe('256772010500');
  expect(meta).toMatchObject({ totalCount: 10_000, isCountExact: false, isCapped: true });
  const last = await list('?limit=10&page=10000', staff, many);
  expect(last.data[0]?.phone_number).toBe('256772000510');
  expect(last.meta).toMatchObject({ page: 1_000 });
  const searched = await list('?limit=10&search=256772', staff, many);
  expect(searched.meta).toMatchObject({ totalCount: 1_000, isCountExact: false });
  const unknown = await list(`?search=${uuidV7()}`, staff, many);
  expect(unknown.meta).toMatchObject({ totalCount: 0, isCountExact: true });
});

describe('the totals', () => {
  async function totals(query = '', actor = member, company = companyId) {
    const answer = await test.call(
      actor,
      'GET',
      `/Transaction/${company}/transactions/totals${query}`,
    );
    return answer.status === 200 ? answer.body.data : answer.status;
  }

  it('count what passes and add up what succeeded', async () => {
    const own = await createCompany(test.owner);
    const owner = await createMember(test.owner, { companyId: own });
    const accountId = await createAccount(test.owner, own);
    const add = (more: object) => createPayment(test.owner, own, { accountId, ...more });
    await add({ status: 'SUCCESS', amount: 100_000n });
    await add({ status: 'SUCCESS', amount: 30_000n, direction: 'payout' });
    await add({ status: 'FAILED', amount: 9_999n });
    await add({ status: 'PENDING', amount: 5_000n, phoneNumber: '256772000777' });
    expect(await totals('', owner, own)).toEqual({
      count: 4,
      isExact: true,
      credits: 1_000,
      debits: 300,
      fees: 0,
      ownFees: 0,
      net: 700,
      leftOut: 0,
    });
    const none = { isExact: true, fees: null, ownFees: null, net: null, leftOut: null };
    expect(await totals('?status=FAILED', owner, own)).toEqual({
      count: 1,
      credits: 99.99,
      debits: 0,
      sumsOf: 'failed',
      ...none,
      leftOut: 0,
    });
    await openReview(test, own, await add({ status: 'FAILED', amount: 7_000n }));
    expect(await totals('?status=FAILED', owner, own)).toMatchObject({
      count: 2,
      credits: 99.99,
      leftOut: 1,
    });
    expect(await totals('?status=PENDING', owner, own)).toMatchObject({
      credits: 50,
      sumsOf: 'pending',
    });
    expect(await totals('?direction=payout', owner, own)).toMatchObject({ count: 1, debits: 300 });
    expect(await totals('?search=2000777', owner, own)).toMatchObject({ count: 1, credits: 0 });
    expect(await totals('?minAmount=2&maxAmount=1', owner, own)).toBe(400);
  });

  it('are those of the own company', async () => {
    const stranger = await createMember(test.owner, { companyId: await createCompany(test.owner) });
    expect(await totals('', stranger)).toBe(404);
    expect(await totals('', staff)).toMatchObject({ count: 5 });
  });
});
