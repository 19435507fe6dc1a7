import type { Examination } from '@sente/contract/examinations';
import { expect, it } from 'vitest';
import { createMember, createStaff } from '../../test/actors.ts';
import { factoryPassword } from '../../test/factories.ts';
import { callSigned, createCredential, type TestCredential } from '../../test/signed.ts';
import { bothWorlds, createTestKey } from '../../test/test-mode.ts';
import { until } from '../../test/until.ts';

const both = bothWorlds();

const path = '/v1/Examinations';
const start = (key: TestCredential, body: object = { watchesOrders: false }) =>
  callSigned(both.live, key, { method: 'POST', path, body });
const read = async (key: TestCredential, id: string) =>
  (await callSigned(both.live, key, { method: 'GET', path: `${path}/${id}` })).body
    .data as unknown as Examination;

/** A shop that asks for its events until the examination ends; `next` says after which event it asks. */
async function askUntilEnded(
  key: TestCredential,
  id: string,
  next: (after: number, answer: { status: number; sequences: readonly number[] }) => number,
): Promise<Examination> {
  let after = 0;
  let report = await read(key, id);
  await until('the examination ends', async () => {
    const answer = await callSigned(both.live, key, {
      method: 'GET',
      path: `/v1/Events?after=${after}`,
    });
    const events = (answer.body.data ?? []) as unknown as { readonly sequence: number }[];
    const sequences = events.map(({ sequence }) => sequence);
    after = next(after, { status: answer.status, sequences });
    report = await read(key, id);
    return report.state === 'finished';
  });
  return report;
}

const outcomes = ({ checks }: Examination) =>
  Object.fromEntries(
    checks.filter(({ part }) => part === 'events').map(({ name, outcome }) => [name, outcome]),
  );

it('a shop without a webhook that goes on after the last event passes', async () => {
  const key = await createTestKey(both.live, await createMember(both.live.owner));
  const begun = await start(key);
  expect(begun.status, begun.text).toBe(202);
  expect(begun.body).toMatchObject({ mode: 'test', data: { state: 'running', url: null } });
  const { id } = begun.body.data as unknown as Examination;
  expect((await start(key)).status).toBe(409);
  const report = await askUntilEnded(key, id, (after, { sequences }) => sequences.at(-1) ?? after);
  expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(report).toMatchObject({ isPassed: true, failed: 0, startedBy: 'Shop' });
});

it('one that skips what it was not given, and asks again for what it has, fails', async () => {
  const key = await createTestKey(both.live, await createMember(both.live.owner));
  const { id } = (await start(key)).body.data as unknown as Examination;
  // Believes that every answer had all three, also the one that was lost.
  let times = 0;
  const report = await askUntilEnded(key, id, (after, { status, sequences }) => {
    if (status === 503) return after + 1;
    times += sequences.length > 0 ? 1 : 0;
    return times === 1 ? after : (sequences.at(-1) ?? after);
  });
  expect(report.isPassed).toBe(false);
  expect(outcomes(report)).toMatchObject({
    'events-asked': 'passed',
    'events-answer-lost': 'failed',
    'events-short-page': 'failed',
  });
});

it('is refused with a key of live mode, and finds no webhook that is not there', async () => {
  const member = await createMember(both.live.owner);
  const liveKey = await createCredential(both.live.owner, member.companyId ?? '');
  expect((await start(liveKey)).body.code).toBe('refused');
  const key = await createTestKey(both.live, member);
  const unknown = await start(key, { webhookUrl: 'https://shop.example.test/hook' });
  expect(unknown.status).toBe(404);
});

it('two people except a company from it, and one ends that', async () => {
  const { live } = both;
  const [chief, second] = [await createStaff(live.owner), await createStaff(live.owner)];
  const member = await createMember(live.owner);
  await live.owner.rows('update platform_settings set examination_days = 30');
  const make = async () => {
    const body = { name: 'Shop', scopes: ['read'], currentPassword: factoryPassword };
    return (await live.call(member, 'POST', '/ApiKeys', body)).status;
  };
  expect(await make()).toBe(409);
  const exception = `/Company/${member.companyId}/examination-exception`;
  const asked = await live.call(chief, 'POST', exception, { reason: 'Old customer' });
  const { approvalId } = asked.body.meta as { approvalId: string };
  expect(await make()).toBe(409);
  const { askedAt, sentence } = (await live.call(second, 'GET', `/Approvals/${approvalId}`)).body
    .data;
  expect(sentence).toContain(
    'without a passed examination, until somebody ends it ("Old customer")',
  );
  const approve = (actor: typeof chief) =>
    live.call(actor, 'POST', `/Approvals/${approvalId}/approve`, { askedAt });
  expect((await approve(chief)).status).toBe(409);
  expect((await approve(second)).status).toBe(200);
  expect(await make()).toBe(200);
  const shown = await live.call(chief, 'GET', `/Company/${member.companyId}/test-mode`);
  expect(shown.body.data.exception).toMatchObject({ reason: 'Old customer' });
  expect((await live.call(chief, 'DELETE', exception)).status).toBe(200);
  expect(await make()).toBe(409);
  expect((await live.call(chief, 'DELETE', exception)).status).toBe(409);
});
