import type { PermissionName } from '@sente/contract/permissions';
import type { Found } from '@sente/contract/search';
import { beforeAll, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, createPayment, createRoleWith } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';

/* A company finds whom it sends money to, and what it sent there, by name. */

let test: TestApp;
let company: string;
let payer: TestActor;
beforeAll(async () => {
  test = await createTestApp();
  company = await createCompany(test.owner);
  payer = await memberWith('canManageAccounts', 'canViewTransactions');
  await save('Kizito', '+256772111222', 'Moses Mugisha');
});

async function memberWith(...permissions: PermissionName[]) {
  const role = await createRoleWith(test.owner, ...permissions);
  return createMember(test.owner, { companyId: company, role });
}

async function save(label: string, phone: string, checkedName: string | null, of = company) {
  await test.owner.rows(
    `insert into recipients (id, company_id, label, phone_number, network, checked_name)
     values ($1, $2, $3, $4, 'MTN', $5)`,
    [uuidV7(), of, label, phone, checkedName],
  );
}

async function find(text: string, actor = payer): Promise<Found> {
  const path = `/Search/own-company?search=${encodeURIComponent(text)}`;
  const { status, body } = await test.call(actor, 'GET', path);
  expect(status).toBe(200);
  return body.data;
}

it.each([
  ['kizi', 'name'],
  ['Moses Mugisha', 'checkedName'],
  ['0772 111 222', 'phone'],
  ['111222', 'phone'],
])('a recipient is found by %s', async (text, match) => {
  expect((await find(text)).recipients).toEqual([
    {
      id: expect.any(String),
      name: 'Kizito',
      phoneNumber: '+256772111222',
      network: 'MTN',
      checkedName: 'Moses Mugisha',
      match,
    },
  ]);
});

it('what was sent to a recipient is found by its names', async () => {
  const phoneNumber = '256772111222';
  const sent = await createPayment(test.owner, company, { phoneNumber, direction: 'payout' });
  await createPayment(test.owner, company, { phoneNumber });
  for (const text of ['kizito', 'mugisha']) {
    expect((await find(text)).payments).toMatchObject([{ id: sent, match: 'recipient' }]);
  }
});

it('only by people of the company who may send money', async () => {
  const viewer = await memberWith('canViewTransactions');
  const found = await find('kizito', viewer);
  expect([found.recipients, found.payments]).toEqual([[], []]);
  const other = await createCompany(test.owner);
  await save('Kizito', '+256772111222', null, other);
  expect((await find('kizito')).recipients).toHaveLength(1);
  const manager = await memberWith('canManageAccounts');
  expect((await find('kizito', manager)).payments).toEqual([]);
  expect((await find('kizito', manager)).recipients).toHaveLength(1);
});
