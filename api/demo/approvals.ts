import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { SeededAccount } from './accounts.ts';
import type { DemoClock } from './clock.ts';

interface DemoApproval {
  readonly kind: 'deposit' | 'reversal' | 'staff-role' | 'fee';
  /** What its unique subject and its other columns need. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly subject: string;
  readonly note: string | null;
  readonly askedBy: string;
  readonly askedMinutesAgo: number;
  readonly decided?: {
    readonly state: 'rejected' | 'withdrawn';
    readonly by: string;
    readonly minutesAgo: number;
    readonly reason: string | null;
  };
}

/** One of each kind that waits for a second person, and two that were decided. */
export async function seedApprovals(
  db: Db,
  accounts: ReadonlyMap<string, SeededAccount>,
  clock: DemoClock,
): Promise<void> {
  const one = accounts.get('one-operations');
  const two = accounts.get('one-sales');
  if (!one || !two) throw new Error('Demo One has no accounts');
  const { companyId } = one;
  const paid = await newestPayout(db, companyId);
  const depositTo = ({ id }: SeededAccount, amount: bigint) => ({
    kind: 'deposit' as const,
    subject: id,
    fields: { company_id: companyId, account_id: id, amount },
  });
  const requests: readonly DemoApproval[] = [
    {
      ...depositTo(one, 5_000_000_00n),
      note: 'Cash brought to the office, receipt 4411',
      askedBy: 'admin@sente.test',
      askedMinutesAgo: 95,
    },
    {
      kind: 'reversal',
      subject: paid.id,
      fields: {
        company_id: companyId,
        account_id: paid.account_id,
        transaction_id: paid.id,
        amount: paid.amount,
      },
      note: 'The company says that it was paid twice',
      askedBy: 'finance@sente.test',
      askedMinutesAgo: 40,
    },
    {
      kind: 'fee',
      subject: `${companyId} collection`,
      fields: { company_id: companyId, details: lowerFee },
      note: null,
      askedBy: 'admin@sente.test',
      askedMinutesAgo: 300,
    },
    {
      ...depositTo(two, 12_000_000_00n),
      note: 'Transfer announced by phone',
      askedBy: 'admin@sente.test',
      askedMinutesAgo: 3_000,
      decided: {
        state: 'rejected',
        by: 'superadmin@sente.test',
        minutesAgo: 2_900,
        reason: 'Not on the statement of the bank',
      },
    },
    {
      ...depositTo(two, 1_200_000_00n),
      note: 'Wrong account chosen',
      askedBy: 'finance@sente.test',
      askedMinutesAgo: 4_300,
      decided: {
        state: 'withdrawn',
        by: 'finance@sente.test',
        minutesAgo: 4_290,
        reason: null,
      },
    },
  ];
  for (const request of requests) await seed(db, request, clock);
  await seedStaffRole(db, clock);
}

/** As the server writes it. */
const lowerFee = {
  direction: 'collection',
  rule: { kind: 'percent', percent: 1, minimum: 50, maximum: 5_000 },
  effectiveFrom: null,
  fee: '1%, at least UGX 50, at most UGX 5,000',
  before: '1.5%, at least UGX 50, at most UGX 5,000',
  from: null,
};

async function seed(db: Db, request: DemoApproval, clock: DemoClock): Promise<void> {
  const askedAt = clock.minutesAgo(request.askedMinutesAgo);
  const { decided } = request;
  await db.rows(
    `insert into approvals (id, kind, subject, company_id, account_id, transaction_id, user_id, role_id,
       amount, details, note, asked_by, asked_at, expires_at, state, decided_by, decided_at, decision_note)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, asker.id, $13::timestamptz,
       $13::timestamptz + interval '7 days', $14,
       (select id from users where email = $15), $16, $17
     from users asker where asker.email = $12`,
    [
      uuidV7(askedAt.getTime()),
      request.kind,
      request.subject,
      request.fields['company_id'] ?? null,
      request.fields['account_id'] ?? null,
      request.fields['transaction_id'] ?? null,
      request.fields['user_id'] ?? null,
      request.fields['role_id'] ?? null,
      request.fields['amount'] ?? null,
      JSON.stringify(request.fields['details'] ?? {}),
      request.note,
      request.askedBy,
      askedAt,
      decided?.state ?? 'waiting',
      decided?.by ?? null,
      decided ? clock.minutesAgo(decided.minutesAgo) : null,
      decided?.reason ?? null,
    ],
  );
}

/** The latest payout that succeeded and can be reversed. */
async function newestPayout(
  db: Db,
  companyId: string,
): Promise<{ id: string; account_id: string; amount: string }> {
  const row = await db.row<{ id: string; account_id: string; amount: string }>(
    `select t.id, t.account_id, t.amount from transactions t
     where t.company_id = $1 and t.kind = 'payout' and t.status = 'completed' and t.reversal_of is null
       and not exists (select from transactions r where r.reversal_of = t.id)
     order by t.id desc limit 1`,
    [companyId],
  );
  if (!row) throw new Error('Demo One has paid nothing out');
  return row;
}

/** A member of staff is to get a further role. */
async function seedStaffRole(db: Db, clock: DemoClock): Promise<void> {
  const row = await db.row<{ user_id: string; company_id: string; role_id: string }>(
    `select u.id as user_id, c.id as company_id, r.id as role_id
     from users u
     join companies c on c.is_head_office
     join roles r on r.name = 'Finance'
     where u.email = 'support@sente.test'`,
  );
  if (!row) throw new Error('Nobody is there to get a staff role');
  await seed(
    db,
    {
      kind: 'staff-role',
      subject: `${row.user_id} ${row.role_id}`,
      fields: { ...row },
      note: null,
      askedBy: 'superadmin@sente.test',
      askedMinutesAgo: 60,
    },
    clock,
  );
}
