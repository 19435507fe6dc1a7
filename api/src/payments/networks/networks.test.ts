import { beforeEach, expect, it } from 'vitest';
import { createLoner, createMember, createStaff } from '../../../test/actors.ts';
import { createTestApp } from '../../../test/app.ts';
import { createPayment } from '../../../test/factories.ts';
import { createMerchant, signedCall } from '../../../test/mobile-money.ts';
import { silentConnectors } from '../../../test/networks.ts';
import { uuidV7 } from '../../db/uuid.ts';

const { app, call, owner } = await createTestApp({ simulatorUrl: 'http://localhost:3001' });
const staff = await createStaff(owner);
const member = await createMember(owner);
const other = await createMember(owner);

beforeEach(async () => {
  await owner.rows('truncate network_calls, network_circuits');
});

const list = async (actor: typeof staff) => (await call(actor, 'GET', '/Networks')).body.data;

it('shows each connected network, without a success rate before any payment has ended', async () => {
  const answer = await call(member, 'GET', '/Networks');
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual(
    [
      ['MTN', 'MTN MoMo'],
      ['AIRTEL', 'Airtel Money'],
    ].map(([network, displayName]) => ({
      network,
      displayName,
      directions: ['collection', 'payout'],
      status: 'up',
      refuses: [],
      retryAt: null,
      successRate: null,
      finished: 0,
      isSimulated: true,
      simulatorUrl: 'http://localhost:3001',
    })),
  );
});

const open = (operation: string, companyId: string | null) =>
  owner.rows(
    `insert into network_circuits (network, operation, kind, company_id, opened_until)
     values ('MTN', $1, 'send', $2, now() + interval '20 s')`,
    [operation, companyId],
  );

it('shows the state of the circuit breaker', async () => {
  const mtn = async () => (await list(staff))[0];
  await open('payout', null);
  const down = await mtn();
  expect(down).toMatchObject({ status: 'down', refuses: ['payout'] });
  expect(Date.parse(down.retryAt)).toBeGreaterThan(Date.now());
  await open('collection', null);
  expect(await mtn()).toMatchObject({ status: 'down', refuses: ['collection', 'payout'] });
  await owner.rows(`update network_circuits set opened_until = now() - interval '1 s'`);
  expect(await mtn()).toMatchObject({ status: 'degraded', refuses: [], retryAt: null });
  expect((await list(staff))[1]).toMatchObject({ network: 'AIRTEL', status: 'up' });
});

it("shows a company's own circuit to it, and to staff that there is trouble", async () => {
  await open('collection', member.companyId);
  expect((await list(member))[0]).toMatchObject({ status: 'down', refuses: ['collection'] });
  expect((await list(other))[0]).toMatchObject({ status: 'up' });
  expect((await list(staff))[0]).toMatchObject({ status: 'degraded' });
});

it('counts open circuits for operators', async () => {
  await open('payout', null);
  for (const { companyId } of [member, other]) await open('collection', companyId);
  const { body } = await app.inject('/metrics');
  const lines = body.split('\n').filter((line) => line.startsWith('sente_network_circuits_open{'));
  expect(lines).toHaveLength(8);
  const ofMtn = (operation: string, companies: string) =>
    `sente_network_circuits_open{network="MTN",operation="${operation}",companies="${companies}"}`;
  expect(lines).toContain(`${ofMtn('payout', 'all')} 1`);
  expect(lines).toContain(`${ofMtn('collection', 'all')} 0`);
  expect(lines).toContain(`${ofMtn('collection', 'single')} 2`);
});

it('shows that some calls are not answered, to others once it concerns three companies', async () => {
  const miss = (companyId: string | null) =>
    owner.rows(
      `insert into network_calls (network, operation, kind, company_id, bucket, calls, unanswered)
       values ('MTN', 'collection', 'ask', $1, now(), 9, 1)`,
      [companyId],
    );
  await miss(member.companyId);
  expect((await list(member))[0]).toMatchObject({ status: 'degraded' });
  expect((await list(staff))[0]).toMatchObject({ status: 'degraded' });
  expect((await list(other))[0]).toMatchObject({ status: 'up' });
  for (let i = 0; i < 2; i++) await miss(uuidV7());
  expect((await list(other))[0]).toMatchObject({ status: 'degraded' });
});

it('counts payments that ended in the last day: a company its own, staff all', async () => {
  const end = (companyId: string | null, status: string, hoursAgo: number) =>
    createPayment(owner, companyId ?? '', {
      status,
      at: new Date(Date.now() - hoursAgo * 3_600_000),
    });
  for (let i = 0; i < 2; i++) await end(member.companyId, 'SUCCESS', 1);
  await end(member.companyId, 'FAILED', 2);
  await end(member.companyId, 'FAILED', 25);
  await end(member.companyId, 'PROCESSING', 0);
  await end(other.companyId, 'FAILED', 1);
  expect((await list(member))[0]).toMatchObject({ network: 'MTN', successRate: 66.7, finished: 3 });
  expect((await list(other))[0]).toMatchObject({ successRate: 0, finished: 1 });
  expect((await list(staff))[0]).toMatchObject({ successRate: 50, finished: 4 });
  expect((await list(staff))[1]).toMatchObject({ successRate: null, finished: 0 });
  expect((await list(await createLoner(owner)))[0]).toMatchObject({ finished: 0 });
});

it('a network without keys for payouts says so and refuses them like a network that is away', async () => {
  const half = silentConnectors.map((connector) =>
    connector.network === 'MTN' ? { ...connector, directions: ['collection'] as const } : connector,
  );
  const one = await createTestApp({}, { connectors: half });
  const shown = await one.call(await createStaff(one.owner), 'GET', '/Networks');
  expect(shown.body.data).toMatchObject([
    { network: 'MTN', directions: ['collection'] },
    { network: 'AIRTEL', directions: ['collection', 'payout'] },
  ]);
  const serverUrl = await one.app.listen({ host: '127.0.0.1', port: 0 });
  const merchant = await createMerchant(one.owner, 1_000_000n);
  const order = (path: string, phoneNumber: string) =>
    signedCall(serverUrl, merchant, 'POST', path, {
      body: { phoneNumber, amount: 1_000, reference: 'Order 17' },
    });
  expect((await order('/collections', '256772123456')).status).toBe(202);
  expect(await order('/payouts', '256772123456')).toMatchObject({
    status: 503,
    body: { code: 'network_unavailable' },
  });
  expect((await order('/payouts', '256701123456')).status).toBe(202);
});

it('shows only connected networks, real ones without a simulator', async () => {
  const real = silentConnectors
    .filter(({ network }) => network === 'AIRTEL')
    .map((connector) => ({ ...connector, isSimulated: false }));
  const one = await createTestApp({}, { connectors: real });
  const answer = await one.call(await createStaff(one.owner), 'GET', '/Networks');
  expect(answer.body.data).toMatchObject([
    { network: 'AIRTEL', isSimulated: false, simulatorUrl: null },
  ]);
});
