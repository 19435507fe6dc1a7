import type { CompanyOverview } from '@sente/contract/company-overview';
import { kampalaDay } from '@sente/contract/kampala';
import { fromHundredths } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { failureOf } from '../webhooks/failing.ts';
import { switchedOffOf } from '../webhooks/switched-off.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import {
  countPeople,
  findKeys,
  findMoney,
  findWebhookHealth,
  listLargest,
  listLatestPeople,
  type LargestRow,
  type PersonRow,
} from './company-overview.queries.ts';
import { companyDays } from './dashboards.queries.ts';
import { during, sumOf, type DayFigure } from './figures.ts';
import { currentPeriod, daysOf } from './periods.ts';

/** Sums come from the ledger's accounts and figures; no query adds up transactions. */
export async function readOverview(
  db: Db,
  actor: Actor,
  companyId: string,
): Promise<CompanyOverview> {
  const money = await findMoney(db, companyId);
  if (!money) throw notFound('Company not found');
  const people = await countPeople(db, companyId);
  const period = currentPeriod(kampalaDay(databaseNow()));
  const days = await companyDays(db, companyId, period);
  return {
    balance: toUgx(money.balance),
    held: toUgx(money.held),
    owed: toUgx(money.owed),
    accounts: {
      count: money.accounts,
      activeCount: money.active,
      frozenCount: money.frozen,
      largest: (await listLargest(db, companyId)).map(toLargest),
    },
    users: {
      count: people?.count ?? 0,
      activeCount: people?.active ?? 0,
      pendingCount: people?.pending ?? 0,
      latest: (await listLatestPeople(db, companyId)).map(toPerson),
    },
    credentials: actor.permissions.has('staffKeys') ? await readKeys(db, companyId) : null,
    webhook: await readWebhook(db, companyId),
    trend: daysOf(period).map((date) => {
      const { credits, debits } = volumeOf(during(days, { from: date, to: date }));
      return { date, credits, debits };
    }),
    volume: volumeOf(days),
  };
}

function volumeOf(days: readonly DayFigure[]): CompanyOverview['volume'] {
  const completed = sumOf(days, { status: 'completed' });
  const failed = sumOf(days, { status: 'failed' });
  const amountOf = (type: DayFigure['type']) =>
    fromHundredths(sumOf(days, { type, status: 'completed' }).amount);
  return {
    credits: amountOf('credit'),
    debits: amountOf('debit'),
    completedCount: Number(completed.count - completed.leftOut),
    failedCount: Number(failed.count - failed.leftOut),
  };
}

async function readKeys(db: Db, companyId: string): Promise<CompanyOverview['credentials']> {
  const keys = await findKeys(db, companyId);
  return {
    isSet: keys !== undefined,
    isActive: keys?.is_active ?? false,
    lastUsedAt: keys?.last_used_at?.toISOString() ?? null,
  };
}

async function readWebhook(db: Db, companyId: string): Promise<CompanyOverview['webhook']> {
  const health = await findWebhookHealth(db, companyId);
  const switchedOff = health?.created_at
    ? await switchedOffOf(db, { ...health, id: health.id ?? '', created_at: health.created_at })
    : null;
  return {
    url: health?.url ?? null,
    isActive: health?.is_active ?? false,
    switchedOff,
    failing: health?.id ? await failureOf(db, health.id) : null,
    recentCount: health?.recent ?? 0,
    recentDeliveredCount: health?.recent_delivered ?? 0,
    lastDeliveredAt: health?.last_delivered_at?.toISOString() ?? null,
    waitingCount: health?.waiting ?? 0,
    gaveUpCount: health?.gave_up ?? 0,
  };
}

function toLargest(row: LargestRow): CompanyOverview['accounts']['largest'][number] {
  return {
    id: row.id,
    accountName: row.name,
    accountNumber: row.number,
    balance: toUgx(row.balance),
    isActive: row.is_active,
    isFrozen: row.is_frozen,
  };
}

function toPerson(row: PersonRow): CompanyOverview['users']['latest'][number] {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  };
}
