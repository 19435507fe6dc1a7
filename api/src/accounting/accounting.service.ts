import { setTimeout as wait } from 'node:timers/promises';
import type { AccountingDay, AccountingMonth, TrialBalance } from '@sente/contract/accounting';
import type { FactorProof } from '@sente/contract/own-factor';
import type { ApprovalActs } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { storedApprovals } from '../approvals/stored-approvals.ts';
import { toUgx } from '../db/amounts.ts';
import { sqlState } from '../db/database-errors.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import type { Prove } from '../security/proof.ts';
import { readEntries, requireOrder, type EntriesPage, type EntriesQuery } from './entries-page.ts';
import {
  findDay,
  findFirstMonth,
  holdBooks,
  insertClosedDay,
  listDays,
  listMonthEnds,
  listNetworkCharges,
  listTotals,
  readBalances,
  readClosing,
  readMoved,
  readMovedUntil,
  type BalanceRow,
  type Closing,
  type DayRow,
  type SignedDayRow,
} from './accounting.queries.ts';
import { findUnsigned } from './day-proofs.queries.ts';
import { totalsOf, type DayProofsService } from './day-proofs.service.ts';

export interface AccountingService {
  days(): Promise<{
    data: AccountingDay[];
    meta: { next: string | null; unsigned: string | null };
  }>;
  /** Asks for it: once a second person approves, nothing is booked into it. Signs one that is closed already. */
  closeDay(actor: Actor, day: string, proof: FactorProof): Promise<AccountingDay>;
  trialBalance(actor: Actor, day: string | undefined): Promise<TrialBalance>;
  entries(actor: Actor, query: EntriesQuery): Promise<EntriesPage>;
  months(actor: Actor): Promise<AccountingMonth[]>;
}

const daysListed = 35;
const monthsListed = 24;

export function createAccountingService(
  database: Database,
  proofs: DayProofsService,
  prove: Prove,
): AccountingService {
  const within = <T>(work: (db: Db) => Promise<T>) =>
    database.within(platformScope, work, 'day proof');
  return {
    days: () =>
      within(async (db) => ({
        data: (await listDays(db, daysListed)).map(toDay),
        meta: { next: nextOf(await readClosing(db)), unsigned: await findUnsigned(db) },
      })),

    async closeDay(actor, day, proof) {
      await prove(actor, proof, 'accounting.closeDay', 'lately');
      await proofs.prepare();
      const { closed_at: closedAt, root } = await within((db) => findDay(db, day));
      await proofs.signMissing();
      // One that was closed and not signed is signed now, and that is all.
      if (closedAt === null || root !== null) {
        await database.within(actor.scope, async (db) => {
          await requireNext(db, day);
          await ask(db, actor, {
            kind: 'day',
            subject: day,
            companyId: null,
            details: { day },
            isWaiting: 'Somebody has asked to close it already',
          });
        });
      }
      return within(async (db) => toDay(await findDay(db, day)));
    },

    trialBalance: (actor, day) =>
      database.reading(actor.scope, (db) => readTrialBalance(db, day), 'day proof'),

    entries: (actor, query) => {
      requireOrder(query);
      return database.reading(actor.scope, (db) => readEntries(db, query));
    },

    months: (actor) => database.reading(actor.scope, readMonths, 'day proof'),
  };
}

const attempts = 15;
const pauseMs = 300;

/** While something is booked for long, tries again and again, and lets others book in between. */
async function betweenBookings(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error;
      if (attempt >= attempts) {
        throw refused('Something is being booked that takes long. Try again in a minute.');
      }
      await wait(pauseMs);
    }
  }
}

/** Two people close a day, because nobody can open it again. */
export function closingApprovals(database: Database, proofs: DayProofsService): ApprovalActs {
  const stored = storedApprovals(database, async (db, approver, approval) => {
    const day = String(approval.details['day']);
    await holdBooks(db);
    await requireNext(db, day);
    await insertClosedDay(db, day, approval);
    await audit(db, approver, { action: 'accounting.closeDay', details: { day } });
    return null;
  });
  return {
    ...stored,
    async approve(...decision) {
      await proofs.prepare();
      await proofs.signMissing();
      // First the day, which takes no time; then its proof, while others are booked into later days.
      await betweenBookings(() => stored.approve(...decision));
      await proofs.signMissing();
    },
  };
}

/** The first day that is closed closes all before it. Each is signed before the next one is closed. */
async function requireNext(db: Db, day: string): Promise<void> {
  const { open, last, following } = await readClosing(db);
  if (day >= open) throw refused('A day can be closed ten minutes after its end');
  if (last !== null && day <= last) throw refused('The day is closed already');
  if (following !== null && day !== following) {
    throw refused(`Days are closed in order: ${following} is next`);
  }
  const unsigned = await findUnsigned(db);
  if (unsigned !== null) {
    throw refused(`${unsigned} is closed and is still being signed. Try again in a minute.`);
  }
}

/** Without a closed day, yesterday. */
function nextOf({ open, following }: Closing): string | null {
  if (following !== null) return following < open ? following : null;
  return new Date(Date.parse(open) - 86_400_000).toISOString().slice(0, 10);
}

function toDay(row: DayRow): AccountingDay {
  return {
    day: row.day,
    isClosed: row.closed_at !== null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    approvedBy: row.approved_by,
    approvalId: row.approval_id,
    liabilities: row.liabilities === null ? null : toUgx(row.liabilities),
    companies: row.companies,
    root: row.root,
    heads: row.heads,
  };
}

async function readTrialBalance(db: Db, asked: string | undefined): Promise<TrialBalance> {
  const { today } = await readClosing(db);
  const day = asked ?? today;
  if (day > today) throw refused('The day has not begun');
  // Of a closed day, what was signed.
  const stored = await listTotals(db, [day]);
  const closing = totalsOf(stored.length > 0 ? stored : await readBalances(db, day));
  const moved = await readMoved(db, day);
  const rows = closing.map(({ kind, network, balance }) => {
    const found = moved.find((row) => row.kind === kind && row.network === network);
    const [debits, credits] = [BigInt(found?.debits ?? 0), BigInt(found?.credits ?? 0)];
    return { kind, network, balance, debits, credits, opening: balance - credits + debits };
  });
  const sum = (of: (row: (typeof rows)[number]) => bigint) =>
    toUgx(String(rows.reduce((total, row) => total + of(row), 0n)));
  return {
    day,
    isClosed: stored.length > 0,
    rows: rows.map(({ kind, network, balance, debits, credits, opening }) => ({
      kind,
      network: network || null,
      opening: toUgx(String(opening)),
      debits: toUgx(String(debits)),
      credits: toUgx(String(credits)),
      closing: toUgx(String(balance)),
    })),
    debits: sum(({ balance }) => (balance < 0n ? -balance : 0n)),
    credits: sum(({ balance }) => (balance > 0n ? balance : 0n)),
  };
}

/** A month begins with what was signed at the end of the month before. What is not closed is read from the books. */
async function readMonths(db: Db): Promise<AccountingMonth[]> {
  const { today } = await readClosing(db);
  const ends = await listMonthEnds(db, monthsListed + 1);
  const totals = await listTotals(
    db,
    ends.map(({ day }) => day),
  );
  const endOf = (month: string) => ends.find(({ day }) => day.startsWith(month));
  const months = monthsFrom(today.slice(0, 7), await findFirstMonth(db));
  const charges = await listNetworkCharges(db, `${months.at(-1)}-01`);
  const balances = new Map<string, readonly KindBalance[]>();
  let later: { readonly day: string; readonly rows: readonly KindBalance[] } | null = null;
  for (const month of [...months, monthBefore(months.at(-1) ?? today)]) {
    const [end, day] = [endOf(month), lastDayOf(month)];
    const rows: readonly KindBalance[] = end
      ? totals.filter((total) => total.day === end.day)
      : later
        ? without(later.rows, await readMovedUntil(db, day, later.day))
        : await readBalances(db, day);
    balances.set(month, rows);
    later = { day, rows };
  }
  return months.map((month) => {
    const [opening, closing] = [endOf(monthBefore(month)), endOf(month)];
    const charged = BigInt(charges.find((row) => row.month === month)?.amount ?? 0);
    const at = (end: string, wanted: string) => balanceOf(balances.get(end) ?? [], wanted);
    const gained = (kind: string) => at(month, kind) - at(monthBefore(month), kind);
    return {
      month,
      opening: opening ? toEnd(opening) : null,
      closing: closing ? toEnd(closing) : null,
      isClosed: opening !== undefined && closing !== undefined,
      fees: toUgx(String(gained('fees') + charged)),
      networkCharges: toUgx(String(charged)),
      vat: toUgx(String(gained('vat'))),
      levy: toUgx(String(gained('levy'))),
    };
  });
}

type KindBalance = Pick<BalanceRow, 'kind' | 'balance'>;

/** What was there before it moved: each entry is read for one month only. */
function without(
  rows: readonly KindBalance[],
  moved: readonly KindBalance[],
): readonly KindBalance[] {
  return [
    ...rows,
    ...moved.map(({ kind, balance }) => ({ kind, balance: String(-BigInt(balance)) })),
  ];
}

function balanceOf(rows: readonly KindBalance[], wanted: string): bigint {
  return rows.reduce(
    (sum, { kind, balance }) => (kind === wanted ? sum + BigInt(balance) : sum),
    0n,
  );
}

function lastDayOf(month: string): string {
  const next = new Date(`${month}-01`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10);
}

function toEnd({ liabilities, ...rest }: SignedDayRow) {
  return { ...rest, liabilities: toUgx(liabilities) };
}

function monthBefore(month: string): string {
  return new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7);
}

/** The newest first, back to the first one in which money moved. */
function monthsFrom(newest: string, oldest: string | null): string[] {
  const months = [newest];
  while (months.length < monthsListed && (months.at(-1) ?? '') > (oldest ?? newest)) {
    months.push(monthBefore(months.at(-1) ?? newest));
  }
  return months;
}
