import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { SeededAccount } from './accounts.ts';
import type { DemoClock } from './clock.ts';

/**
 * Of Demo One: one that its systems ordered and that has finished with a failed line, made of payouts that are in
 * the books already, since the figures of the company are fixed; and one that waits for approval.
 */
export async function seedBulkPayouts(
  db: Db,
  accounts: ReadonlyMap<string, SeededAccount>,
  clock: DemoClock,
): Promise<void> {
  const one = accounts.get('one-operations');
  if (!one) throw new Error('Demo One has no accounts');
  await seedFinished(db, one.companyId);
  await seedWaiting(db, one, clock.on(0, 0.1));
}

interface EndedPayout {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
  readonly created_at: Date;
  readonly finished_at: Date;
}

async function seedFinished(db: Db, companyId: string): Promise<void> {
  const payouts = await db.rows<EndedPayout>(
    `select e.* from (
       select p.id, p.account_id, p.status, p.created_at, p.finished_at,
         row_number() over (partition by p.account_id, p.status order by p.id desc) as place
       from payments p
       where p.company_id = $1 and p.direction = 'payout' and p.origin = 'api' and p.approval is null
         and p.transaction_id is not null and p.finished_at is not null
         and not exists (select from refunds f where f.refund_id = p.id)
         and p.account_id = (
           select f.account_id from payments f
           where f.company_id = $1 and f.direction = 'payout' and f.origin = 'api' and f.status = 'FAILED'
             and f.transaction_id is not null
           order by f.id desc limit 1
         )
     ) e
     where e.place <= case e.status when 'FAILED' then 1 else 5 end
     order by e.id`,
    [companyId],
  );
  const [first] = payouts;
  if (!first) throw new Error('Demo One has no payouts');
  const finishedAt = new Date(Math.max(...payouts.map((payout) => payout.finished_at.getTime())));
  const id = uuidV7(first.created_at.getTime());
  const paid = payouts.filter(({ status }) => status === 'SUCCESS');
  await db.rows(
    `insert into bulk_payouts (id, company_id, account_id, name, origin, state, next_step_at, line_count,
       checked_count, ok_count, amount, approval, created_at, submitted_at, finished_at, paid_count,
       paid_amount, failed_count)
     select $1::uuid, $2::uuid, $3::uuid, 'Field allowances', 'api', 'finished', null, $4::int, $4, $4, sum(p.amount), 'none',
       $5::timestamptz, $5, $6::timestamptz, $7::int, sum(p.amount) filter (where p.status = 'SUCCESS'), $4 - $7
     from payments p where p.id = any ($8::uuid[])`,
    [
      id,
      companyId,
      first.account_id,
      payouts.length,
      first.created_at,
      finishedAt,
      paid.length,
      payouts.map((payout) => payout.id),
    ],
  );
  await db.rows(
    `insert into bulk_payout_lines (bulk_id, company_id, number, phone_typed, amount_typed, phone_number, network,
       amount, reference, state, payment_id)
     select $1::uuid, p.company_id, row_number() over (order by p.id), p.phone_number, (p.amount / 100)::text,
       p.phone_number, p.network, p.amount, p.reference, 'made', p.id
     from payments p where p.id = any ($2::uuid[])`,
    [id, payouts.map((payout) => payout.id)],
  );
}

const salaries = [
  ['0772401101', 450_000, 'Sarah Nakato'],
  ['0772401102', 380_000, 'Moses Okello'],
  ['0752401103', 380_000, 'Grace Namutebi'],
  ['0702401104', 310_000, 'Joseph Mugisha'],
  ['0782401105', 310_000, 'Aisha Achieng'],
  ['0772401106', 275_000, 'David Kato'],
] as const;

async function seedWaiting(db: Db, { id: accountId, companyId }: SeededAccount, at: Date) {
  const id = uuidV7(at.getTime());
  const total = salaries.reduce((sum, [, amount]) => sum + amount, 0) * 100;
  await db.rows(
    `insert into bulk_payouts (id, company_id, account_id, name, origin, state, next_step_at, line_count,
       checked_count, ok_count, warned_count, amount, approval, created_by, created_at, submitted_at)
     select $1::uuid, $2::uuid, $3::uuid, 'Salaries of the shop', 'portal', 'waiting', null, $4::int, $4, $4, 1,
       $5::bigint, payout_approval($2, 'portal', $5, null), u.id, $6::timestamptz, $6
     from users u where u.email = 'owner@demo-one.test'`,
    [id, companyId, accountId, salaries.length, total, at],
  );
  for (const [index, [phone, amount, name]] of salaries.entries()) {
    const isOther = index === 3;
    await db.rows(
      `insert into bulk_payout_lines (bulk_id, company_id, number, phone_typed, amount_typed, phone_number, network,
         amount, name_given, name_found, reference, warnings, state)
       values ($1, $2, $3, $4, $5::text, $6, $7, $5::bigint * 100, $8, $9, 'Salary', $10, 'ok')`,
      [
        id,
        companyId,
        index + 2,
        phone,
        String(amount),
        `256${phone.slice(1)}`,
        phone.startsWith('077') || phone.startsWith('078') ? 'MTN' : 'AIRTEL',
        name,
        isOther ? 'Peter Auma' : name,
        isOther ? [`The file says ${name}, Airtel says Peter Auma`] : [],
      ],
    );
  }
}
