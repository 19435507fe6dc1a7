import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import { toHundredths } from '@sente/contract/money';
import type { ScheduleChange, SettlementTerms } from '@sente/contract/settlements';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import { holdCompany, isBraked } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField } from '../http/app-error.ts';
import { refuseOutdated } from '../http/stale.ts';
import { audit, auditServer } from '../security/audit.ts';
import { ruleAt } from '../fees/fee-rule.ts';
import { holdBankAccount } from './bank-accounts.queries.ts';
import { placeSettlement } from './place-settlement.ts';
import { mustFind } from './settlement-view.ts';

interface ScheduleRow {
  readonly every: 'day' | 'week';
  readonly weekday: number | null;
  readonly account_id: string;
  readonly bank_account_id: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly minimum: string;
  readonly keep: string;
  readonly last_day: string;
}

const columns =
  'every, weekday, account_id, bank_account_id, minimum, keep, last_day::text as last_day';

function findSchedule(db: Db, companyId: string): Promise<ScheduleRow | undefined> {
  return db.row<ScheduleRow>(`select ${columns} from settlement_schedules where company_id = $1`, [
    companyId,
  ]);
}

export async function readTerms(db: Db, companyId: string): Promise<SettlementTerms> {
  const row = await findSchedule(db, companyId);
  return {
    rule: await ruleAt(db, companyId, 'settlement'),
    schedule: row
      ? {
          every: row.every,
          weekday: row.weekday,
          accountId: row.account_id,
          bankAccountId: row.bank_account_id,
          minimum: toUgx(row.minimum),
          keep: toUgx(row.keep),
        }
      : null,
    isBraked: await isBraked(db, companyId),
  };
}

export async function saveSchedule(
  db: Db,
  actor: Actor,
  companyId: string,
  { basedOn, ...body }: ScheduleChange,
): Promise<void> {
  await holdOwnRecords(db, companyId);
  const { schedule } = await readTerms(db, companyId);
  refuseOutdated('this schedule', basedOn, schedule);
  const account = await db.row(
    `select from accounts where id = $1 and company_id = $2 and kind = 'customer'`,
    [body.accountId, companyId],
  );
  if (!account) throw invalidField('accountId', 'Account not found');
  const bankAccount = await holdBankAccount(db, companyId, body.bankAccountId);
  if (bankAccount?.state !== 'approved') {
    throw invalidField('bankAccountId', 'Only an approved bank account can be settled to');
  }
  const weekday = body.every === 'week' ? body.weekday : null;
  const yesterday = kampalaDay(databaseNow() - dayMs);
  await db.rows(
    `insert into settlement_schedules
       (company_id, every, weekday, account_id, bank_account_id, minimum, keep, last_day)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (company_id) do update set every = $2, weekday = $3, account_id = $4,
       bank_account_id = $5, minimum = $6, keep = $7, updated_at = now(),
       last_day = greatest(settlement_schedules.last_day, excluded.last_day)`,
    [
      companyId,
      body.every,
      weekday,
      body.accountId,
      body.bankAccountId,
      toHundredths(body.minimum),
      toHundredths(body.keep),
      yesterday,
    ],
  );
  const { every, minimum, keep } = body;
  await note(db, actor, 'settlements.saveSchedule', companyId, { every, weekday, minimum, keep });
}

export async function endSchedule(db: Db, actor: Actor, companyId: string): Promise<void> {
  const ended = await db.row(
    'delete from settlement_schedules where company_id = $1 returning company_id',
    [companyId],
  );
  if (ended) await note(db, actor, 'settlements.endSchedule', companyId, {});
}

function note(
  db: Db,
  actor: Actor,
  action: string,
  companyId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action,
    subject: { type: 'companies', id: companyId },
    companyId,
    details,
  });
}

/** In Kampala, so that the staff find them when they come. */
const fromHour = 6;

/** The last day, up to this moment, on which the schedule settles. */
export function dueDayOf(
  { every, weekday }: Pick<ScheduleRow, 'every' | 'weekday'>,
  nowMs: number,
): string {
  // Before that hour it is still the day before.
  const atMs = nowMs - fromHour * 3_600_000;
  if (every === 'day') return kampalaDay(atMs);
  const today = startOfDay(kampalaDay(atMs)) + dayMs / 2;
  const passed = (new Date(today).getUTCDay() - (weekday ?? 1) + 7) % 7;
  return kampalaDay(today - passed * dayMs);
}

/**
 * Settles what is due, once for each company and day; on how many servers at once does not matter. What is
 * stopped on its day is tried again until the next one.
 */
export async function runSchedules(database: Database, nowMs = databaseNow()): Promise<void> {
  const rows = await database.within(platformScope, (db) =>
    db.rows<ScheduleRow & { company_id: string }>(
      `select s.company_id, ${columns} from settlement_schedules s
       join companies c on c.id = s.company_id
       where c.archived_at is null and c.suspended_at is null order by s.company_id`,
    ),
  );
  const due = rows.filter((row) => dueDayOf(row, nowMs) > row.last_day);
  const failures: unknown[] = [];
  for (const { company_id: companyId } of due) {
    await database
      .within(platformScope, (db) => settleDue(db, companyId, nowMs))
      // One that fails must not keep the others waiting.
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function settleDue(db: Db, companyId: string, nowMs: number): Promise<void> {
  if (!(await holdCompany(db, companyId))) return;
  const schedule = await db.row<ScheduleRow>(
    `select ${columns} from settlement_schedules where company_id = $1 for update`,
    [companyId],
  );
  const dueDay = schedule && dueDayOf(schedule, nowMs);
  // Another server was first, or somebody ended it.
  if (!dueDay || dueDay <= schedule.last_day) return;
  const id = (await isSettled(db, companyId, dueDay))
    ? null
    : await placeOrRefuse(db, companyId, schedule, dueDay);
  // A frozen account or a brake ends, and so does a bank account: people see that nothing was settled.
  if (id instanceof AppError && id.code !== 'insufficient_funds') return;
  await db.rows('update settlement_schedules set last_day = $2 where company_id = $1', [
    companyId,
    dueDay,
  ]);
  if (typeof id !== 'string') return;
  await auditServer(db, {
    action: 'settlements.request',
    subject: { type: 'accounts', id: schedule.account_id },
    companyId,
    details: { settlement: id, amount: toUgx((await mustFind(db, id)).amount), day: dueDay },
  });
}

/** By a schedule that was ended on the same day and saved again: it does not know what the one before did. */
async function isSettled(db: Db, companyId: string, dueDay: string): Promise<boolean> {
  const sql = 'select from settlements where company_id = $1 and due_day = $2';
  return (await db.row(sql, [companyId, dueDay])) !== undefined;
}

/** Returns the id of the settlement, or why there is none. */
async function placeOrRefuse(
  db: Db,
  companyId: string,
  schedule: ScheduleRow,
  dueDay: string,
): Promise<string | AppError> {
  await db.rows('savepoint settle');
  return place(db, companyId, schedule, dueDay).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    await db.rows('rollback to savepoint settle');
    return error;
  });
}

/** Less than the minimum is as good as nothing, which is refused for lack of funds. */
function place(db: Db, companyId: string, schedule: ScheduleRow, dueDay: string): Promise<string> {
  return placeSettlement(db, {
    companyId,
    accountId: schedule.account_id,
    bankAccountId: schedule.bank_account_id,
    keep: BigInt(schedule.keep),
    amountOf: (most) => (most < BigInt(schedule.minimum) ? 0n : most),
    requestedBy: null,
    key: `schedule:${dueDay}`,
    dueDay,
  });
}
