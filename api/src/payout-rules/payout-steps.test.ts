import { beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { approvalActs, payingCompany, payoutActs } from '../../test/paying-company.ts';
import { findViolations } from '../ledger/invariants.ts';
import { expirePayouts } from '../payments/requests/expiry.ts';

const given = payingCompany();
const { ask, payThroughApi, lastPayout, waitingPayout, setRule, state } = payoutActs(given);
const { get, approve, reject } = approvalActs(given);
const approvalsOf = (id: string) =>
  given.test.owner.rows(
    'select step, approved_by from payout_approvals where payment_id = $1 order by step',
    [id],
  );
/** Other tests here break the books on purpose. */
const expectApproved = async () => {
  const found = await given.test.asOwner((db) => findViolations(db));
  expect(found.filter(({ invariant }) => invariant.includes('approvals'))).toEqual([]);
};

describe('a payout that needs a colleague', () => {
  beforeEach(() => setRule(0, 50_000));

  it('is released by a colleague, not by who asked nor by the provider', async () => {
    const id = await waitingPayout(5_000);
    const own = await approve(given.owner, id);
    expect([own.status, own.body.message]).toEqual([409, 'You cannot approve your own request']);
    const provider = await approve(given.staff, id);
    expect([provider.status, provider.body.message]).toEqual([
      409,
      'It waits for approval by a colleague in the company.',
    ]);
    expect(await state(id)).toEqual({ awaits_approval: true, decision: null, is_due: false });
    const done = await approve(given.manager, id);
    expect(done.status, done.text).toBe(200);
    expect(done.body.data).toMatchObject({ state: 'approved', step: null, needs: 'colleague' });
    expect(await state(id)).toEqual({ awaits_approval: false, decision: 'approved', is_due: true });
    expect(await approvalsOf(id)).toEqual([
      { step: 'colleague', approved_by: given.manager.userId },
    ]);
    await expectApproved();
  });

  it('needs canApprovePayouts, in the same company', async () => {
    const id = await waitingPayout(5_000);
    const { askedAt } = await get(given.staff, id);
    const user = await createMember(given.test.owner, {
      companyId: given.companyId,
      role: 'client_user',
    });
    const stranger = await createMember(given.test.owner);
    for (const [actor, status] of [
      [user, 403],
      [stranger, 404],
    ] as const) {
      for (const act of ['approve', 'reject']) {
        const body = { askedAt, ...(act === 'reject' && { reason: 'No' }) };
        const answer = await given.test.call(actor, 'POST', `/Approvals/${id}/${act}`, body);
        expect(answer.status).toBe(status);
      }
    }
    expect((await state(id))?.awaits_approval).toBe(true);
  });

  it('is decided by the same rules through the older calls', async () => {
    const { body } = await ask(5_000);
    for (const act of ['approve', 'reject']) {
      const path = `/Transaction/${body.data.id}/${act}`;
      const answer = await given.test.call(given.staff, 'PUT', path);
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'It waits for a colleague in the company',
      ]);
    }
  });

  it('waits in the list of those who can approve it', async () => {
    const id = await waitingPayout(5_000);
    const idsOf = async (actor: TestActor, tab: string) =>
      (
        await given.test.call(actor, 'GET', `/Approvals?companyId=${given.companyId}&tab=${tab}`)
      ).body.data.map((row: { id: string }) => row.id);
    expect(await idsOf(given.manager, 'waiting')).toEqual([id]);
    expect(await idsOf(given.owner, 'waiting')).toEqual([]);
    expect(await idsOf(given.owner, 'open')).toEqual([id]);
    expect(await idsOf(given.staff, 'waiting')).toEqual([]);
    expect(await idsOf(given.staff, 'open')).toEqual([id]);
    for (const [actor, count] of [
      [given.manager, 1],
      [given.owner, 0],
    ] as const) {
      const { data } = (await given.test.call(actor, 'GET', '/v1/CompanyDashboard/statistics'))
        .body;
      expect(data.approvalsForReader).toBe(count);
    }
    expect(await get(given.manager, id)).toMatchObject({ canApprove: true, step: 'colleague' });
    expect(await get(given.owner, id)).toMatchObject({ canApprove: false, canWithdraw: true });
  });

  it('is counted alike by the dashboard of the provider and by the list of what waits', async () => {
    await waitingPayout(5_000);
    const read = async (path: string) => (await given.test.call(given.staff, 'GET', path)).body;
    const { openCount } = (await read('/Approvals?tab=open')).meta as { openCount: number };
    expect(openCount).toBeGreaterThan(0);
    expect((await read('/AdminDashboard/attention')).data.pendingApprovals).toBe(openCount);
    expect((await read('/AdminDashboard/statistics')).data.pendingApprovals).toBe(openCount);
  });

  it('is rejected with a reason: the hold is released and the trace says who', async () => {
    const id = await waitingPayout(5_000);
    expect((await reject(given.manager, id)).status).toBe(200);
    const path = `/Transaction/${given.companyId}/transactions/${id}/trace`;
    const { steps, summary } = (await given.test.call(given.owner, 'GET', path)).body.data;
    expect(steps.map(({ title }: { title: string }) => title)).toContain(
      'Rejected by Test Person: Not agreed',
    );
    expect(summary).toContain('rejected by a colleague: Not agreed');
    const account = await given.test.owner.row('select held from accounts where id = $1', [
      given.accountId,
    ]);
    expect(account).toEqual({ held: '0' });
    await expectApproved();
  });

  it('falls to the provider while nobody else in the company could approve it', async () => {
    await given.test.owner.rows('update users set is_active = false where id = $1', [
      given.manager.userId,
    ]);
    const id = await waitingPayout(5_000);
    expect(await get(given.second, id)).toMatchObject({ step: 'provider', canApprove: true });
    expect((await approve(given.staff, id)).status).toBe(200);
    expect(await approvalsOf(id)).toEqual([
      { step: 'colleague', approved_by: given.staff.userId },
      { step: 'provider', approved_by: given.staff.userId },
    ]);
    await expectApproved();
  });

  it('is not approved by a puppet of who asked', async () => {
    await given.test.owner.rows(
      `insert into audit_log (actor_id, action, subject_type, subject_id, result, details)
       values ($1, 'users.update', 'users', $2, 'done', '{"changed": ["password"]}')`,
      [given.owner.userId, given.manager.userId],
    );
    await createMember(given.test.owner, { companyId: given.companyId, role: 'client_manager' });
    const id = await waitingPayout(5_000);
    const answer = await approve(given.manager, id);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Test Person set your password or a role of yours within the last seven days. Somebody else has to confirm this.',
    ]);
  });

  it('of the API is approved by anybody with the permission', async () => {
    await payThroughApi(5_000);
    const id = (await lastPayout())?.id ?? '';
    expect(await get(given.owner, id)).toMatchObject({
      askedBy: { id: null, name: "The company's systems (API)" },
      canApprove: true,
    });
    expect((await approve(given.owner, id)).status).toBe(200);
    const decided = await given.test.call(given.owner, 'GET', '/Approvals?tab=decided');
    expect(decided.body.data).toMatchObject([{ id, state: 'approved' }]);
  });

  it('expires, also if another one cannot be ended, and the log says so', async () => {
    const broken = await waitingPayout(5_000);
    const id = await waitingPayout(5_000);
    await given.test.owner.rows(
      "update payments set created_at = created_at - interval '73 hours' where id = any ($1)",
      [[broken, id]],
    );
    await given.test.owner.rows(
      `create function refuse_one() returns trigger language plpgsql as $$
       begin raise exception 'broken'; end $$`,
    );
    await given.test.owner.rows(
      `create trigger refuse_one before update on payments for each row
       when (old.id = '${broken}') execute function refuse_one()`,
    );
    await expect(expirePayouts(given.test.database)).rejects.toThrow('Payouts could not be ended');
    expect(await state(id)).toMatchObject({ awaits_approval: false, decision: 'expired' });
    expect(await state(broken)).toMatchObject({ awaits_approval: true });
    const line = await given.test.owner.row(
      "select actor_id, details from audit_log where action = 'approvals.expire' and subject_id = $1",
      [given.accountId],
    );
    expect(line).toMatchObject({ actor_id: null, details: { kind: 'payout' } });
    await given.test.owner.rows('drop function refuse_one cascade');
    expect(await expirePayouts(given.test.database)).toBe(1);
  });
});

describe('a payout that needs a colleague and the provider', () => {
  beforeEach(() => setRule(0, 1_000));

  it('is released by the second of them', async () => {
    const id = await waitingPayout(5_000);
    expect((await approve(given.staff, id)).status).toBe(409);
    const first = await approve(given.manager, id);
    expect(first.body.data).toMatchObject({
      state: 'waiting',
      step: 'provider',
      canApprove: false,
    });
    expect(await state(id)).toEqual({ awaits_approval: true, decision: null, is_due: false });
    expect((await approve(given.manager, id)).body.message).toBe(
      'It waits for approval by the provider.',
    );
    expect((await get(given.staff, id)).history).toMatchObject([
      { what: 'asked' },
      { what: 'approved', by: { id: given.manager.userId } },
    ]);
    expect((await approve(given.staff, id)).status).toBe(200);
    expect(await state(id)).toEqual({ awaits_approval: false, decision: 'approved', is_due: true });
    expect(await approvalsOf(id)).toEqual([
      { step: 'colleague', approved_by: given.manager.userId },
      { step: 'provider', approved_by: given.staff.userId },
    ]);
    await expectApproved();
  });

  it('is not approved by somebody at the provider who set the password of the colleague', async () => {
    const id = await waitingPayout(5_000);
    await approve(given.manager, id);
    await given.test.owner.rows(
      `insert into audit_log (actor_id, action, subject_type, subject_id, result, details)
       values ($1, 'users.update', 'users', $2, 'done', '{"changed": ["password"]}')`,
      [given.staff.userId, given.manager.userId],
    );
    const answer = await approve(given.staff, id);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'You set the password or a role of Test Person within the last seven days. Somebody else has to confirm this.',
    ]);
    expect((await approve(given.second, id)).status).toBe(200);
  });

  it('of the API is not approved by somebody at the provider who saw the key', async () => {
    const listed = await given.test.call(
      given.staff,
      'GET',
      `/Company/${given.companyId}/credentials`,
    );
    const [{ recordId }] = listed.body.data;
    await given.test.call(given.staff, 'POST', '/Company/credentials/reveal', {
      recordId,
      companyId: given.companyId,
    });
    await payThroughApi(5_000);
    const id = (await lastPayout())?.id ?? '';
    await approve(given.manager, id);
    const seen = await given.test.owner.row(
      "select count(*)::int as count from audit_log where action = 'credentials.reveal' and actor_id = $1",
      [given.staff.userId],
    );
    expect(seen).not.toEqual({ count: 0 });
    expect((await approve(given.staff, id)).body.message).toContain(
      'made the API key of the company or saw it',
    );
    expect((await approve(given.second, id)).status).toBe(200);
  });

  it('of two who approve at the same time, one does', async () => {
    const third = await createMember(given.test.owner, {
      companyId: given.companyId,
      role: 'client_manager',
    });
    const id = await waitingPayout(5_000);
    const answers = await Promise.all([approve(given.manager, id), approve(third, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await approvalsOf(id)).toHaveLength(1);
  });
});
