import { expect, it } from 'vitest';
import { createMember, createStaff } from '../../../test/actors.ts';
import { createTestApp } from '../../../test/app.ts';
import { silentConnectors } from '../../../test/networks.ts';
import type { HolderReport, NetworkFloat } from './connector.ts';

const said: Record<string, HolderReport> = {
  '256772000001': { is: 'registered', name: 'Sarah Nakato', isBarred: false },
  '256772000002': { is: 'registered', name: 'Moses Okello', isBarred: true },
  '256772000003': { is: 'not-registered' },
};
const floats: Record<string, NetworkFloat[]> = {
  MTN: [
    { product: 'collection', amount: 125_000_050n },
    { product: 'disbursement', amount: null },
  ],
  AIRTEL: [{ product: 'wallet', amount: 3_760_000n }],
};
const asked: string[] = [];
const connectors = silentConnectors.map((connector) => ({
  ...connector,
  holder: async (phoneNumber: string): Promise<HolderReport> => {
    asked.push(`${connector.network} ${phoneNumber}`);
    return said[phoneNumber] ?? { is: 'unknown', why: 'HTTP 500' };
  },
  floats: async () => {
    asked.push(`${connector.network} float`);
    return floats[connector.network] ?? [];
  },
}));
const { call, owner } = await createTestApp({}, { connectors });
const staff = await createStaff(owner);
const member = await createMember(owner);
const path = (phoneNumber: string, companyId = member.companyId) =>
  `/Networks/company/${companyId}/holder?phoneNumber=${encodeURIComponent(phoneNumber)}`;

it.each([
  ['0772 000 001', { status: 'registered', name: 'Sarah Nakato' }],
  ['0772000002', { status: 'barred', name: 'Moses Okello' }],
  ['+256772000003', { status: 'not-registered', name: null }],
  ['0772000004', { status: 'unknown', name: null }],
])('tells who has %s', async (number, holder) => {
  const answer = await call(member, 'GET', path(number));
  expect([answer.status, answer.body.data]).toEqual([200, holder]);
});

it('asks the named network, and each number once for some minutes', async () => {
  asked.length = 0;
  for (let i = 0; i < 3; i++) await call(member, 'GET', `${path('0772000001')}&network=AIRTEL`);
  expect(asked).toEqual(['AIRTEL 256772000001']);
});

it('refuses what is no number, another company, and users who may not pay out', async () => {
  const wrong = await call(member, 'GET', path('12'));
  expect(wrong.status).toBe(400);
  const other = await createMember(owner);
  expect((await call(other, 'GET', path('0772000001'))).status).toBe(404);
  const reader = await createMember(owner, { role: 'Restricted' });
  expect((await call(reader, 'GET', path('0772000001', reader.companyId))).status).toBe(403);
});

it('a company cannot read the names of a whole prefix', async () => {
  const busy = await createMember(owner);
  const statuses = [];
  for (let i = 0; i < 32; i++) {
    const number = `07721${String(i).padStart(5, '0')}`;
    statuses.push((await call(busy, 'GET', path(number, busy.companyId))).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual([429, 429]);
  expect((await call(member, 'GET', path('0772000001'))).status).toBe(200);
});

it('shows staff the float of each network and product, read once a minute', async () => {
  asked.length = 0;
  const answer = await call(staff, 'GET', '/Networks/floats');
  expect(answer.body.data).toEqual([
    { network: 'MTN', product: 'collection', amount: 1_250_000.5, readAt: expect.any(String) },
    { network: 'MTN', product: 'disbursement', amount: null, readAt: expect.any(String) },
    { network: 'AIRTEL', product: 'wallet', amount: 37_600, readAt: expect.any(String) },
  ]);
  expect(await call(staff, 'GET', '/Networks/floats')).toMatchObject({ body: answer.body });
  expect(asked).toEqual(['MTN float', 'AIRTEL float']);
  expect((await call(member, 'GET', '/Networks/floats')).status).toBe(403);
});
