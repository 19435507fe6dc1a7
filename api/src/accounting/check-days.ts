import {
  checkDocument,
  readLiabilityHead,
  type LiabilityHead,
} from '@sente/contract/liability-proof';
import { decimal } from '../accounts/statement.service.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Violation } from '../ledger/invariants.ts';
import { readKeys } from '../signing-keys/signing-keys.service.ts';
import { listTotals, readHeads, readMovedUntil, type BalanceRow } from './accounting.queries.ts';
import { wrongLinks } from './day-chain.ts';
import {
  listForgotten,
  listLiabilities,
  listSignedDays,
  type SignedDay,
} from './day-proofs.queries.ts';
import { systemAccountsText, totalsOf } from './day-proofs.service.ts';
import { leavesOf, treeRoot, type Liability } from './liability-tree.ts';

export interface DaysCheck {
  readonly days: number;
  /** Sentences; none if every day is right. */
  readonly problems: readonly string[];
}

/** Checks every signed day. */
export function checkSignedDays(database: Database): Promise<DaysCheck> {
  return database.within(platformScope, (db) => checkDays(db, null), 'day proof');
}

/** So many days are checked every hour; all of them once a day, and as long as something is wrong. */
const checkedHourly = 7;

/** What the hourly check of the books adds to its own. */
export async function findDayViolations(db: Db, isFull: boolean): Promise<Violation[]> {
  return dayViolations(await checkDays(db, isFull ? null : checkedHourly));
}

const invariant = 'every signed day is signed, as the ledger says, and names the one before';

export function dayViolations({ problems }: DaysCheck): Violation[] {
  const [example] = problems;
  return example === undefined ? [] : [{ invariant, count: problems.length, example }];
}

export const isOfDays = (violation: Violation): boolean => violation.invariant === invariant;

/**
 * Checks the last signed days, or all: their signature, that what is stored is what was signed, that the ledger still
 * says so, and that the days name each other in a row. Each entry is read once: a day is what the day before was and
 * what moved.
 */
export async function checkDays(db: Db, count: number | null): Promise<DaysCheck> {
  const keys = await readKeys(db);
  const days = await listSignedDays(db);
  const wrongLink = wrongLinks(days);
  const checked = count === null ? days : days.slice(-count);
  let before = days.at(-checked.length - 1);
  const balances = new Map<string, BalanceRow>();
  if (before) for (const row of await readMovedUntil(db, null, before.day)) add(balances, row);
  const problems: string[] = [];
  for (const signed of checked) {
    const { day, document, signature } = signed;
    for (const row of await readMovedUntil(db, before?.day ?? null, day)) add(balances, row);
    const head = readLiabilityHead(new Uint8Array(document));
    const isSigned = await checkDocument(new Uint8Array(document), new Uint8Array(signature), keys);
    const wrong = [
      isSigned.state === 'holds' ? '' : isSigned.text,
      ...compareStored(signed, head, await listTotals(db, [day])),
      ...compareLedger(head, await listLiabilities(db, day), [...balances.values()]),
      wrongLink.get(day) ?? '',
      // The chain of each account leads to it, so the last day stands for all.
      signed !== days.at(-1) || (await readHeads(db, day)).toString('hex') === head.Heads
        ? ''
        : 'The hashes of the accounts are not the signed ones.',
    ];
    problems.push(...wrong.filter(Boolean).map((text) => `${day}: ${text}`));
    before = signed;
  }
  for (const day of await listForgotten(db)) problems.push(`${day}: It is closed and not signed.`);
  return { days: checked.length, problems };
}

function add(balances: Map<string, BalanceRow>, row: BalanceRow): void {
  const name = `${row.company_id} ${row.kind} ${row.network}`;
  const sum = BigInt(balances.get(name)?.balance ?? 0) + BigInt(row.balance);
  balances.set(name, { ...row, balance: String(sum) });
}

/** What screens and companies are shown against what was signed. */
function compareStored(
  signed: SignedDay,
  head: LiabilityHead,
  totals: Parameters<typeof totalsOf>[0],
): string[] {
  const stored = {
    Day: signed.day,
    Companies: String(signed.companies),
    Liabilities: decimal(BigInt(signed.liabilities)),
    'Below Zero': decimal(BigInt(signed.below_zero)),
    'System Accounts': systemAccountsText(totalsOf(totals)),
    Root: signed.root,
    Heads: signed.heads,
  };
  return Object.entries(stored).flatMap(([name, value]) =>
    head[name as keyof LiabilityHead] === value
      ? []
      : [`${name} is stored as "${value}" and signed as "${head[name as keyof LiabilityHead]}".`],
  );
}

/** What companies have in the tree against the ledger, and the root that it makes. */
function compareLedger(
  head: LiabilityHead,
  liabilities: readonly Liability[],
  balances: readonly BalanceRow[],
): string[] {
  const owed = new Map(
    balances.flatMap(({ company_id, kind, balance }) =>
      kind === 'customer' && BigInt(balance) > 0n ? [[company_id, BigInt(balance)] as const] : [],
    ),
  );
  const problems: string[] = [];
  for (const { companyId, balance } of liabilities) {
    const now = owed.get(companyId) ?? 0n;
    owed.delete(companyId);
    if (now === balance) continue;
    problems.push(
      `Company ${companyId} has ${decimal(balance)} in the tree and ${decimal(now)} in the ledger.`,
    );
  }
  for (const [companyId, balance] of owed) {
    problems.push(`Company ${companyId} has ${decimal(balance)} in the ledger and no leaf.`);
  }
  const root = treeRoot(leavesOf(liabilities, Number(head.Shares ?? 1)));
  if (root.hash.toString('hex') !== head.Root || decimal(root.sum) !== head.Liabilities) {
    problems.push('The leaves do not make the signed root.');
  }
  // An account of a kind that came later has no sum in the document of a day before.
  const isKnown = (text: string): boolean => !text.endsWith(':0');
  const system = (text: string): string => text.split(' ').filter(isKnown).join(' ');
  const now = systemAccountsText(totalsOf(balances));
  if (system(now) !== system(head['System Accounts'])) {
    problems.push(`The system accounts of the ledger are "${now}", not the signed ones.`);
  }
  return problems;
}
