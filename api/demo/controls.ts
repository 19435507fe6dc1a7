import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { DemoClock } from './clock.ts';

type DemoLimit = readonly [
  scope: 'company' | 'api',
  direction: 'collection' | 'payout',
  kind: string,
  /** Hundredths of UGX, or a number. */
  most: bigint,
];

/** High enough for everything that the demo shows. */
const demoOneLimits: readonly DemoLimit[] = [
  ['company', 'payout', 'payment', 10_000_000_00n],
  ['company', 'payout', 'day', 50_000_000_00n],
  ['company', 'payout', 'month', 400_000_000_00n],
  ['api', 'payout', 'number', 20n],
  ['api', 'payout', 'new_numbers', 300n],
  ['company', 'collection', 'payment', 20_000_000_00n],
];

/** Limits, rules for payouts, blocked numbers, a suspended company and a frozen account. */
export async function seedControls(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<void> {
  const demoOne = companyIds.get('demo-one');
  const chief = "(select id from users where email = 'superadmin@sente.test')";
  for (const [scope, direction, kind, most] of demoOneLimits) {
    await db.rows(
      `insert into payment_limits (company_id, scope, direction, kind, most, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $6, ${chief})`,
      [demoOne, scope, direction, kind, most, clock.on(12, 0.3)],
    );
  }
  for (const [companyId, phoneNumber, reason] of [
    [demoOne, '256772555019', 'Asks for refunds of vouchers that were used'],
    [null, '256701555020', 'Named in a fraud report of Airtel'],
  ]) {
    await db.rows(
      `insert into blocked_numbers (id, company_id, phone_number, reason, blocked_by, blocked_at)
       values ($1, $2, $3, $4, ${chief}, $5)`,
      [uuidV7(), companyId, phoneNumber, reason, clock.on(9, 0.7)],
    );
  }
  await db.rows('update companies set suspended_at = $2, suspension_reason = $3 where id = $1', [
    companyIds.get('hoima'),
    clock.on(3, 0.1),
    'The licence of the lodge has ended',
  ]);
  await db.rows(
    `update accounts set frozen_at = $2, freeze_reason = $3 where id = (
       select id from accounts where company_id = $1 and kind = 'customer' order by name limit 1)`,
    [companyIds.get('tororo'), clock.on(6, 0.5), 'Ordered by the court of Tororo'],
  );
  await seedPayoutRules(db, companyIds.get('entebbe'), clock);
}

/** One payout of the company waits for a colleague; a larger one has that, and waits for the provider. */
async function seedPayoutRules(
  db: Db,
  companyId: string | undefined,
  clock: DemoClock,
): Promise<void> {
  await db.rows(
    `insert into payout_rules (company_id, at_once_up_to, colleague_up_to, ceiling, updated_at)
     values ($1, 5000000, 30000000, 100000000, $2)`,
    [companyId, clock.on(20, 0.4)],
  );
  await db.rows(
    `update payments set approval = payout_approval(company_id, origin, amount)
     where company_id = $1 and awaits_approval`,
    [companyId],
  );
  await db.rows(
    `insert into payout_approvals (company_id, payment_id, step, approved_by, approved_at)
     select p.company_id, p.id, 'colleague', u.id, p.created_at + interval '6 minutes'
     from payments p join users u on u.email = 'sylvia@entebbe.test'
     where p.company_id = $1 and p.approval = 'colleague_and_provider'`,
    [companyId],
  );
}
