import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { nothingUsual } from '../src/watcher/figures.ts';
import { signOf, type Trip } from '../src/watcher/signs.ts';
import type { DemoClock } from './clock.ts';

const daysAgo = 6;

/** One brake that the watcher tripped and two people ended before a payout had to wait; none is on. */
export async function seedBrakes(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<void> {
  const companyId = companyIds.get('demo-one') ?? '';
  const { sign, reason, figures } = salariesOfNewBranch(companyId);
  const trippedAt = clock.on(daysAgo, 0.6);
  const minutesLater = (minutes: number): Date => new Date(trippedAt.getTime() + minutes * 60_000);
  const brake = await db.row<{ id: string }>(
    `insert into payout_brakes (company_id, sign, reason, figures, tripped_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [companyId, sign, reason, JSON.stringify(figures), trippedAt],
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
      'Called the owner: salaries of a new branch, list received',
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

/** What the watcher says about payouts to 74 people who were never paid before. */
function salariesOfNewBranch(companyId: string): Trip {
  const firstTimeSum = 44_400_000_00n;
  const trip = signOf({
    companyId,
    figures: {
      firstTimeReceivers: 74,
      firstTimeSum,
      repeatedAmount: 0n,
      repeatedReceivers: 0,
      hourSum: firstTimeSum,
    },
    usual: { ...nothingUsual, firstTimeReceivers: 9 },
    daySum: firstTimeSum,
  });
  if (!trip) throw new Error('The watcher would not stop these payouts');
  return trip;
}
