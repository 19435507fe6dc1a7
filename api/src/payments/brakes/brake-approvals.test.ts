import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff } from '../../../test/actors.ts';
import { testCredentialKey } from '../../../test/app.ts';
import { openBrakeDesk, sealBrakes, type BrakeDesk } from '../../../test/brakes.ts';
import { someoneWaits } from '../../../test/database.ts';
import { createPayment } from '../../../test/factories.ts';
import {
  createMerchant,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from '../../../test/mobile-money.ts';
import { sqlState } from '../../db/database-errors.ts';
import { platformScope } from '../../db/scope.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { brakeKeys } from '../../security/brake-seal.ts';
import { createSealer } from '../../security/secrets.ts';

let test: MobileMoney;
let desk: BrakeDesk;
let merchant: Merchant;
beforeAll(async () => {
  test = await startMobileMoney();
  desk = await openBrakeDesk(test);
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 1_000_000_00n);
});

describe('one person alone', () => {
  it('stops payouts, but cannot end it', async () => {
    const brakeId = await desk.trip(merchant);
    const proposal = await desk.propose(brakeId, { decision: 'release' });
    const own = await desk.approve(proposal, desk.asker);
    expect(own).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/your own/) },
    });
    expect((await desk.read(brakeId)).end).toBeNull();
  });

  it('cannot end it with a puppet', async () => {
    const brakeId = await desk.trip(merchant);
    const admin = await createStaff(test.owner, 'SuperAdmin');
    const puppet = await createStaff(test.owner, 'Finance');
    await test.owner.rows(
      `insert into audit_log (actor_id, action, subject_type, subject_id, result, details)
       values ($1, 'users.update', 'users', $2, 'done', '{"changed": ["password"]}')`,
      [admin.userId, puppet.userId],
    );
    const proposal = await desk.propose(brakeId, { decision: 'release' }, admin);
    expect((await desk.approve(proposal, puppet)).status).toBe(409);
    expect((await desk.read(brakeId)).end).toBeNull();
  });

  it.each<[string, Forgery]>([
    ['nobody has approved', { state: 'waiting' }],
    ['one may not move money', { decidedBy: 'Support' }],
    ['one is no staff', { askedBy: 'member' }],
    ['it was proposed before the brake', { askedAt: "now() - interval '1 hour'" }],
    ['it was proposed in the future', { askedAt: "now() + interval '1 hour'" }],
  ])('does not end it by what the database says if %s', async (_, forgery) => {
    const brakeId = await desk.trip(merchant);
    expect(await end(brakeId, forgery)).toBe('42501');
    expect((await desk.read(brakeId)).end).toBeNull();
    expect(await end(brakeId, {})).toBe('done');
  });
});

interface Forgery {
  readonly state?: 'waiting';
  readonly askedBy?: 'member';
  readonly decidedBy?: 'Support';
  readonly askedAt?: string;
}

/** Writes a request into the database and ends the brake with the keys of a server. */
async function end(brakeId: string, forgery: Forgery): Promise<string | undefined> {
  const { companyId } = merchant;
  const asker = forgery.askedBy ? await createMember(test.owner, { companyId }) : desk.asker;
  const decider = forgery.decidedBy ? await createStaff(test.owner, 'Support') : desk.approver;
  const work = test.database.within(platformScope, async (db) => {
    const id = uuidV7();
    await db.rows(
      `insert into approvals (id, kind, subject, company_id, asked_by, asked_at, expires_at, state,
         decided_by, decided_at, details)
       values ($1, 'brake', $2, $3, $4, ${forgery.askedAt ?? 'now()'}, now() + interval '1 day', $5, $6,
         case when $6::uuid is not null then now() end, '{"decision": "release", "cancelledIds": []}')`,
      [
        id,
        brakeId,
        companyId,
        asker.userId,
        forgery.state ?? 'approved',
        forgery.state ? null : decider.userId,
      ],
    );
    const keys = brakeKeys(createSealer(testCredentialKey), brakeId);
    await db.rows('select brake_end($1, $2)', [id, keys]);
  });
  return work.then(
    () => 'done',
    (error: unknown) => sqlState(error),
  );
}

describe('a proposal', () => {
  it('waits once, can be rejected, and then another one be made', async () => {
    const brakeId = await desk.trip(merchant);
    const first = await desk.propose(brakeId, { decision: 'cancel' });
    expect((await desk.propose(brakeId, { decision: 'release' }, desk.approver)).status).toBe(409);
    const { approvalId } = first.body.meta as { approvalId: string };
    const { askedAt } = (await test.call(desk.approver, 'GET', `/Approvals/${approvalId}`)).body
      .data;
    const path = `/Approvals/${approvalId}/reject`;
    await test.call(desk.approver, 'POST', path, { askedAt, reason: 'They are good' });
    expect((await desk.read(brakeId)).proposal).toBeNull();
    expect((await desk.propose(brakeId, { decision: 'release' })).status).toBe(200);
  });

  it('names only payouts that the brake holds', async () => {
    const brakeId = await desk.trip(merchant);
    const answer = await desk.propose(brakeId, { decision: 'release', cancelledIds: [uuidV7()] });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cancelledIds');
    const [id] = await desk.hold(merchant, 1);
    const all = await desk.propose(brakeId, { decision: 'cancel', cancelledIds: [id] });
    expect(all.status).toBe(400);
  });

  it('takes effect only when the watcher has sealed the brake, with a key of the server', async () => {
    const brakeId = await desk.trip(merchant);
    const sealWith = (seal: string | null) =>
      test.owner.rows(
        'update payout_brakes set seal = decode($2, $3), key_name = $2 where id = $1',
        [brakeId, seal, 'hex'],
      );
    const proposal = await desk.propose(brakeId, { decision: 'release' });
    await sealWith(null);
    expect(await desk.approve(proposal)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/has not sealed/) },
    });
    await sealWith('ab'.repeat(32));
    expect(await desk.approve(proposal)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/another key/) },
    });
    await sealWith(null);
    await sealBrakes(test.owner);
    expect((await desk.approve(proposal)).status).toBe(200);
  });

  it('to cancel waits for claims in their order', async () => {
    const brakeId = await desk.trip(merchant);
    const { companyId, accountId } = merchant;
    const ids = [uuidV7(), uuidV7()].toSorted();
    // The later one comes first in the table.
    for (const id of ids.toReversed()) {
      const nextStepAt = new Date(Date.now() + 3_600_000);
      const made = await createPayment(test.owner, companyId, {
        accountId,
        direction: 'payout',
        nextStepAt,
      });
      for (const [table, column] of [
        ['payments', 'id'],
        ['open_payments', 'payment_id'],
      ]) {
        await test.owner.rows(`update ${table} set ${column} = $2 where ${column} = $1`, [
          made,
          id,
        ]);
      }
    }
    const proposal = await desk.propose(brakeId, { decision: 'cancel' });
    const lock = 'select from open_payments where payment_id = $1 for update';
    const ended = await test.database.within(platformScope, async (db) => {
      await db.rows(lock, [ids[0]]);
      const approval = desk.approve(proposal);
      await someoneWaits(test.owner, 1, '%brake_end%');
      // It waits for the first one and has not taken the second one before.
      await db.rows(`${lock} nowait`, [ids[1]]);
      return { approval };
    });
    expect((await ended.approval).status).toBe(200);
  });

  it('about a brake that has ended is refused', async () => {
    const brakeId = await desk.trip(merchant);
    await desk.approve(await desk.propose(brakeId, { decision: 'release' }));
    expect((await desk.propose(brakeId, { decision: 'release' })).status).toBe(409);
  });
});
