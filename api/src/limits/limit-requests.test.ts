import { describe, expect, it } from 'vitest';
import { limit, limitActs } from '../../test/limits.ts';
import { newsOf } from '../../test/news.ts';
import { approvalActs, payingCompany } from '../../test/paying-company.ts';
import { runJobs } from '../../test/webhooks.ts';
import { uuidV7 } from '../db/uuid.ts';

const given = payingCompany();
const { save, allow } = limitActs(given);
const { approveAsked } = approvalActs(given);
const news = newsOf(() => given.test);
const limitsNow = async () =>
  (await given.test.call(given.staff, 'GET', `/Company/${given.companyId}/limits`)).body.data;
const entriesAbout = async (id: string) => {
  const path = `/Audit?companyId=${given.companyId}&action=approvals`;
  const { data } = (await given.test.call(given.staff, 'GET', path)).body;
  return (data as { details: Record<string, unknown> }[])
    .map(({ details }) => details)
    .filter(({ approval }) => approval === id);
};

describe('a request for higher limits', () => {
  it('carries its reason to the second person and into the history', async () => {
    await save(limit('day', 1_000_000));
    const asked = await given.test.call(given.staff, 'PUT', `/Company/${given.companyId}/limits`, {
      limits: [limit('day', 2_000_000)],
      reason: 'Pays 400 farmers now',
    });
    const { approvalId: id } = asked.body.meta as { approvalId: string };
    const shown = (await given.test.call(given.second, 'GET', `/Approvals/${id}`)).body.data;
    expect(shown.note).toBe('Pays 400 farmers now');
    expect(await entriesAbout(id)).toMatchObject([{ reason: 'Pays 400 farmers now' }]);
  });

  it('is told and recorded with what changes', async () => {
    await save(limit('day', 5_000_000), limit('number', 3));
    const asked = await save(limit('day', 9_000_000), limit('number', 3));
    await runJobs(given.test);
    const change = 'All payouts, a day: UGX 5,000,000 → UGX 9,000,000.';
    const { approvalId: id } = asked.body.meta as { approvalId: string };
    const toldToSecond = (await news.list(given.second)).find(({ link }) => link?.endsWith(id));
    expect(toldToSecond?.title).toBe('A change of limits waits for your approval');
    expect(toldToSecond?.text).toContain(` ${change} Asked for by `);
    await allow(asked);
    await runJobs(given.test);
    const told = (await news.list(given.staff)).find(({ link }) => link?.endsWith(id));
    expect(told?.title).toBe('Your change of limits was approved');
    expect(told?.text).toContain(change);
    const values = {
      limitOf: 'limits',
      from: { limits: ['payout, company, day: 5000000', 'payout, company, number: 3'] },
      to: { limits: ['payout, company, day: 9000000', 'payout, company, number: 3'] },
    };
    expect(await entriesAbout(id)).toEqual([
      { kind: 'limit', approval: id, ...values },
      { kind: 'limit', approval: id, ...values },
    ]);
  });

  it('is recorded with both people, in the decision and in the change', async () => {
    await save(limit('day', 6_000_000));
    const asked = await save(limit('day', 7_000_000));
    await allow(asked);
    const path = `/Audit?companyId=${given.companyId}&limit=3`;
    const { data } = (await given.test.call(given.staff, 'GET', path)).body;
    const approval = (asked.body.meta as { approvalId: string }).approvalId;
    const byBoth = {
      actorId: given.second.userId,
      askedByName: 'Test Person',
      details: expect.objectContaining({ approval }),
    };
    expect(data).toMatchObject([
      { action: 'approvals.approve', ...byBoth },
      { action: 'limits.save', ...byBoth },
      { action: 'approvals.ask', actorId: given.staff.userId, askedByName: null },
    ]);
    const own = `/Audit/company/${given.companyId}?limit=3`;
    const toCompany = (await given.test.call(given.owner, 'GET', own)).body.data;
    expect(toCompany).toMatchObject(Array(3).fill({ actorName: null, askedByName: null }));
  });

  it('leaves what was lowered in the meantime, and changes nothing that is outdated', async () => {
    await save(limit('day', 10_000), limit('payment', 5_000));
    const higher = await save(limit('day', 20_000), limit('payment', 5_000));
    await save(limit('day', 10_000), limit('payment', 4_000));
    await allow(higher);
    expect(await limitsNow()).toMatchObject([
      { kind: 'day', most: 20_000 },
      { kind: 'payment', most: 4_000 },
    ]);
    const outdated = await save(limit('day', 30_000), limit('payment', 4_000));
    await save(limit('day', 15_000), limit('payment', 4_000));
    const answer = await approveAsked(given.second, outdated);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'These limits were changed after this request. Reject it, and ask for other limits.',
    ]);
    expect(await limitsNow()).toMatchObject([{ most: 15_000 }, { most: 4_000 }]);
  });

  it('reads well if it was stored before requests named what they are about', async () => {
    const id = uuidV7();
    const details = {
      limits: [limit('payment', 9_000_000), limit('day', 7_000)],
      before: ['payout, company, payment: 5000000', 'payout, company, day: 7000', 'odd'],
      after: ['payout, company, payment: 9000000', 'payout, company, day: 7000'],
    };
    await given.test.owner.rows(
      `insert into approvals (id, kind, subject, company_id, details, asked_by, expires_at)
       values ($1, 'limit', $2, $3, $4, $5, now() + interval '1 day')`,
      [id, given.companyId, given.companyId, JSON.stringify(details), given.staff.userId],
    );
    const { data } = (await given.test.call(given.second, 'GET', `/Approvals/${id}`)).body;
    expect(data.limitOf).toBe('limits');
    expect(data.sentence).toBe(
      `Change the limits of ${data.companyName}. All payouts, one payout: UGX 5,000,000 → UGX 9,000,000.`,
    );
    expect(data.changes).toEqual([
      { what: 'All payouts, one payout', before: 'UGX 5,000,000', after: 'UGX 9,000,000' },
    ]);
  });
});

it('a request for a higher ceiling is told and recorded as such', async () => {
  const path = `/Company/${given.companyId}/payout-ceiling`;
  const asked = await given.test.call(given.staff, 'PUT', path, { ceiling: 2_000_000 });
  await runJobs(given.test);
  const { approvalId: id } = asked.body.meta as { approvalId: string };
  const told = (await news.list(given.second)).find(({ link }) => link?.endsWith(id));
  expect(told?.title).toBe('A higher ceiling for payouts waits for your approval');
  expect(told?.text).toContain('Ceiling: UGX 0 → UGX 2,000,000.');
  expect(await entriesAbout(id)).toEqual([
    {
      kind: 'limit',
      approval: id,
      limitOf: 'payout-ceiling',
      from: { ceiling: 'UGX 0' },
      to: { ceiling: 'UGX 2,000,000' },
    },
  ]);
});
