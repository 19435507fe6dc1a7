import { fromHundredths } from '@sente/contract/money';
import { kampalaDay, dayMs, startOfDay } from '@sente/contract/kampala';
import type { NotificationKindName } from '@sente/contract/notification-kinds';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { mondayOf } from '../src/notifications/weekly.ts';
import type { DemoClock } from './clock.ts';

interface Told {
  readonly kind: NotificationKindName;
  readonly at: Date;
  readonly to: readonly string[];
  readonly companyId?: string | null;
  readonly subjectId?: string | null;
  readonly data?: object;
  readonly isRead?: boolean;
}

const demoOne = ['owner@demo-one.test', 'manager@demo-one.test'];
const staff = ['superadmin@sente.test', 'admin@sente.test', 'finance@sente.test'];

/** What people were told lately, in their bells only: nothing of it is mailed. */
export async function seedNotifications(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<void> {
  const companyId = companyIds.get('demo-one') ?? null;
  const all = [
    ...(await paymentReceived(db, companyId, clock)),
    ...(await payoutWaits(db, companyIds.get('entebbe') ?? null, clock)),
    ...(await brakeOfDemoOne(db, companyId)),
    weekOf(clock, companyId),
  ];
  for (const told of all) await insert(db, told);
  // Told already, so the first look does not tell it again.
  await db.rows(
    `insert into notification_states (key, is_on, at)
     values ('payments', true, $1), ('weekly', true, $1)`,
    [clock.now],
  );
}

async function paymentReceived(
  db: Db,
  companyId: string | null,
  clock: DemoClock,
): Promise<Told[]> {
  const payment = await db.row<{ amount: string; phone_number: string; transaction_id: string }>(
    `select amount, phone_number, transaction_id from payments
     where company_id = $1 and direction = 'collection' and status = 'SUCCESS'
       and transaction_id is not null
     order by finished_at desc, id desc limit 1`,
    [companyId],
  );
  if (!payment) return [];
  const data = {
    count: 1,
    amount: fromHundredths(BigInt(payment.amount)),
    phoneNumber: payment.phone_number,
    transactionId: payment.transaction_id,
  };
  return [{ kind: 'payment-received', at: clock.minutesAgo(4), to: demoOne, companyId, data }];
}

/** One that waits for a colleague. */
async function payoutWaits(db: Db, companyId: string | null, clock: DemoClock): Promise<Told[]> {
  const payout = await db.row<{ id: string; amount: string; phone_number: string; name: string }>(
    `select p.id, p.amount, p.phone_number, u.first_name || ' ' || u.last_name as name
     from payments p join users u on u.id = p.requested_by
     where p.company_id = $1 and p.awaits_approval and p.approval like 'colleague%'
       and u.email = 'ivan@entebbe.test'
     order by p.id desc limit 1`,
    [companyId],
  );
  if (!payout) return [];
  const data = {
    approvalKind: 'payout',
    amount: fromHundredths(BigInt(payout.amount)),
    phoneNumber: payout.phone_number,
    name: payout.name,
  };
  const what = { companyId, subjectId: payout.id, data };
  return [{ kind: 'payout-waits', at: clock.minutesAgo(9), to: ['sylvia@entebbe.test'], ...what }];
}

/** The one that a person tripped and two people ended. */
async function brakeOfDemoOne(db: Db, companyId: string | null): Promise<Told[]> {
  const brake = await db.row<{ id: string; reason: string; tripped_at: Date; ended_at: Date }>(
    'select id, reason, tripped_at, ended_at from payout_brakes where company_id = $1',
    [companyId],
  );
  if (!brake) return [];
  const { id: subjectId, reason } = brake;
  const company = 'Demo One';
  const what = {
    kind: 'payouts-stopped',
    to: [...demoOne, ...staff],
    companyId,
    subjectId,
  } as const;
  return [
    { ...what, at: brake.tripped_at, data: { isOn: true, company, reason }, isRead: true },
    {
      ...what,
      at: brake.ended_at,
      data: { isOn: false, company, outcome: 'released' },
      isRead: true,
    },
  ];
}

/** Of the week before, with the figures of the ledger. */
function weekOf(clock: DemoClock, companyId: string | null): Told {
  const monday = mondayOf(clock.now.getTime());
  const from = kampalaDay(startOfDay(monday) - 7 * dayMs);
  return {
    kind: 'weekly-summary',
    at: new Date(Math.min(startOfDay(monday) + dayMs / 3, clock.minutesAgo(30).getTime())),
    to: demoOne,
    companyId,
    data: { from, before: monday },
    isRead: true,
  };
}

async function insert(db: Db, told: Told): Promise<void> {
  const data = told.kind === 'weekly-summary' ? await readWeek(db, told) : { ...told.data };
  const id = uuidV7(told.at.getTime());
  await db.rows(
    `insert into notification_events (id, kind, company_id, subject_id, event_key, data, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      told.kind,
      told.companyId ?? null,
      told.subjectId ?? null,
      `demo:${id}`,
      JSON.stringify(data),
      told.at,
    ],
  );
  await db.rows(
    `insert into notifications (id, user_id, event_id, kind, is_in_bell, mail_state, created_at, read_at)
     select gen_random_uuid(), u.id, $1, $2, true, 'none', $3,
       case when $4 then $3::timestamptz + interval '20 minutes' end
     from users u where u.email = any($5)`,
    [id, told.kind, told.at, told.isRead ?? false, told.to],
  );
}

async function readWeek(db: Db, { companyId, data }: Told): Promise<object> {
  const { from, before } = data as { from: string; before: string };
  const rows = await db.rows<{ type: string; status: string; count: number; amount: string }>(
    `select type::text, status::text, sum(count - left_out)::int as count, sum(amount)::text as amount
     from company_day_figures where company_id = $1 and day >= $2 and day < $3
     group by type, status`,
    [companyId, from, before],
  );
  const flow = (type: string) => {
    const row = rows.find((each) => each.type === type && each.status === 'completed');
    return { count: row?.count ?? 0, amount: fromHundredths(BigInt(row?.amount ?? '0')) };
  };
  const failed = rows
    .filter(({ status }) => status === 'failed')
    .reduce((sum, { count }) => sum + count, 0);
  return { from, received: flow('credit'), sent: flow('debit'), failed };
}
