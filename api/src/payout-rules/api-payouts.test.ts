import { beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { approvalActs, payingCompany, payoutActs } from '../../test/paying-company.ts';

const given = payingCompany();
const { setRule, waitingPayout, waitingApiPayout, state } = payoutActs(given);
const { get, approve } = approvalActs(given);
beforeEach(() => setRule(0, 1_000));

describe('a payout of the API that waits', () => {
  const cancel = (actor: TestActor, id: string, body: object = { reason: 'Ordered twice' }) =>
    given.test.call(actor, 'POST', `/Approvals/${id}/cancel`, body);

  it('is cancelled by people who may ask for payouts, with a reason that stays', async () => {
    const id = await waitingApiPayout(5_000);
    expect(await get(given.owner, id)).toMatchObject({ canCancel: true });
    expect((await cancel(given.owner, id, { reason: ' ' })).body.fields).toEqual({
      reason: 'Reason is required',
    });
    const answer = await cancel(given.owner, id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ state: 'withdrawn', canCancel: false });
    expect(answer.body.data.history.at(-1)).toMatchObject({
      what: 'withdrawn',
      by: { id: given.owner.userId },
      text: 'Ordered twice',
    });
    expect(await state(id)).toMatchObject({ awaits_approval: false, decision: 'withdrawn' });
    const account = await given.test.owner.row('select held from accounts where id = $1', [
      given.accountId,
    ]);
    expect(account).toEqual({ held: '0' });
    const line = await given.test.owner.row(
      "select actor_id, details from audit_log where action = 'approvals.cancel' and company_id = $1",
      [given.companyId],
    );
    expect(line).toMatchObject({
      actor_id: given.owner.userId,
      details: { kind: 'payout', reason: 'Ordered twice' },
    });
    expect((await cancel(given.owner, id)).status).toBe(409);
  });

  it('is cancelled by staff who move money, not by Support', async () => {
    const id = await waitingApiPayout(5_000);
    const support = await createStaff(given.test.owner, 'Support');
    expect((await cancel(support, id)).status).toBe(403);
    expect(await state(id)).toMatchObject({ awaits_approval: true });
    expect((await cancel(given.staff, id)).status).toBe(200);
    expect(await state(id)).toMatchObject({ awaits_approval: false, decision: 'withdrawn' });
  });

  it('is not cancelled by others, nor is what a person asked for', async () => {
    const id = await waitingApiPayout(5_000);
    const user = await createMember(given.test.owner, {
      companyId: given.companyId,
      role: 'client_user',
    });
    expect((await cancel(user, id)).status).toBe(403);
    expect((await cancel(await createMember(given.test.owner), id)).status).toBe(404);
    const asked = await waitingPayout(5_000);
    expect((await cancel(given.manager, asked)).body.message).toBe(
      'Only who asked for it can withdraw it',
    );
    expect(await state(id)).toMatchObject({ awaits_approval: true });
  });

  const touchedKey = (by: TestActor, action: string, daysAgo: number) =>
    given.test.owner.rows(
      `insert into audit_log (actor_id, action, subject_type, subject_id, result, at)
       values ($1, $2, 'companies', $3, 'done', now() - $4 * interval '1 day')`,
      [by.userId, `credentials.${action}`, given.companyId, daysAgo],
    );
  const isBehind = [409, expect.stringContaining('you made the API key of the company')];
  const answerTo = async (actor: TestActor, id: string) => {
    const { status, body } = await approve(actor, id);
    return [status, body.message];
  };

  it('is not approved by who made the API key that is in use, however long ago', async () => {
    await touchedKey(given.second, 'create', 60);
    await touchedKey(given.staff, 'regenerate', 30);
    const id = await waitingApiPayout(5_000);
    await approve(given.manager, id);
    expect(await answerTo(given.staff, id)).toEqual(isBehind);
    expect((await approve(given.second, id)).status).toBe(200);
  });

  it('is not approved by who made the API key that ordered it, once somebody made another', async () => {
    await touchedKey(given.owner, 'create', 30);
    const id = await waitingApiPayout(500);
    await touchedKey(given.second, 'regenerate', 0);
    expect(await answerTo(given.owner, id)).toEqual(isBehind);
    expect((await approve(given.manager, id)).status).toBe(200);
  });

  it('is not approved by who saw the API key in the week before it, however long it waits', async () => {
    await touchedKey(given.owner, 'list', 8);
    const id = await waitingApiPayout(500);
    await given.test.owner.rows(
      "update payments set created_at = created_at - interval '2 days' where id = $1",
      [id],
    );
    expect(await answerTo(given.owner, id)).toEqual(isBehind);
    const next = await waitingApiPayout(500);
    expect((await approve(given.owner, next)).status).toBe(200);
  });

  it('waits for the provider if every colleague is behind it, and the next one does not', async () => {
    for (const colleague of [given.owner, given.manager]) await touchedKey(colleague, 'list', 8);
    const [old, recent] = [await waitingApiPayout(500), await waitingApiPayout(500)];
    await given.test.owner.rows(
      "update payments set created_at = created_at - interval '2 days' where id = $1",
      [old],
    );
    const { body } = await given.test.call(given.staff, 'GET', '/Approvals?tab=open&pageSize=100');
    const steps = (body.data as { id: string; step: string }[]).map(({ id, step }) => [id, step]);
    expect(Object.fromEntries(steps)).toMatchObject({ [old]: 'provider', [recent]: 'colleague' });
  });
});
