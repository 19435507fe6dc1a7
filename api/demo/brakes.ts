import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { DemoClock } from './clock.ts';

const daysAgo = 6;

/** One brake that a person tripped and two people ended before a payout had to wait; none is on. */
export async function seedBrakes(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<void> {
  const companyId = companyIds.get('demo-one') ?? '';
  const trippedAt = clock.on(daysAgo, 0.6);
  const minutesLater = (minutes: number): Date => new Date(trippedAt.getTime() + minutes * 60_000);
  const brake = await db.row<{ id: string }>(
    `insert into payout_brakes (company_id, sign, reason, tripped_by, tripped_at)
     select $1, 'person', $2, u.id, $3 from users u where u.email = 'support@sente.test' returning id`,
    [companyId, 'The owner called: the phone of a manager was stolen in Kabalagala', trippedAt],
  );
  const approvalId = uuidV7(minutesLater(18).getTime());
  await db.rows(
    `insert into approvals (id, kind, subject, company_id, details, note, asked_by, asked_at, expires_at,
       state, decided_by, decided_at)
     select $1, 'brake', $2::text, $3, $4, $5, asker.id, $6, $6::timestamptz + interval '7 days',
       'approved', decider.id, $7
     from users asker, users decider
     where asker.email = 'finance@sente.test' and decider.email = 'superadmin@sente.test'`,
    [
      approvalId,
      brake?.id,
      companyId,
      JSON.stringify({
        brakeId: brake?.id,
        decision: 'release',
        cancelledIds: [],
        held: 0,
        total: 'UGX 0',
      }),
      'Called the owner: the manager has a new password, and the phone is blocked',
      minutesLater(18),
      minutesLater(24),
    ],
  );
  await db.rows(
    `update payout_brakes set ended_at = $2, outcome = 'released', approval_id = $3, looked_until = $4,
       looked_at = pg_current_snapshot(),
       ended_by = (select id from users where email = 'superadmin@sente.test')
     where id = $1`,
    [brake?.id, minutesLater(24), approvalId, minutesLater(18)],
  );
}
