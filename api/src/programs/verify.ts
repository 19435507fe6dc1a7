import { checkDays, dayViolations, isOfDays, type DaysCheck } from '../accounting/check-days.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { findRunningServer } from '../db/embedded/running.ts';
import { platformScope } from '../db/scope.ts';
import { readEnv } from '../env.ts';
import { checkLedger, type LedgerCheck } from '../ledger/check.ts';
import { countUnsealed } from '../product-codes/sealing.ts';
import { readSystemTotals, systemTotalText, type SystemTotal } from '../ledger/system-totals.ts';
import {
  extendChain,
  hasHead,
  headText,
  parseHead,
  readHead,
  type AuditHead,
} from '../security/audit-chain.ts';
import { runProgram, say, withDatabase } from './program.ts';

/**
 * `npm run verify`: checks every invariant of the ledger, the signed days and the chain of the audit log, also
 * while the server runs. `npm run verify -- <head>` also proves that the log still has what it had when it
 * wrote that head.
 */
await runProgram('The ledger was not checked.', async () => {
  const env = readEnv(process.env);
  const earlier = headsOf(process.argv.slice(2));
  const url = env.databaseUrl === null ? await findRunningServer(env.dataDir) : null;
  const verify = async (at: string): Promise<void> => {
    const { totals, head, missing, clearCodes, days, ...result } = await check(at, earlier);
    const isRight = report(result);
    const isComplete = reportAudit(head, missing);
    const areDaysRight = reportDays(days);
    if (clearCodes > 0) say(clearCodesText(clearCodes));
    say('The system accounts of all companies together:');
    for (const total of totals) say(`  ${systemTotalText(total)}`);
    process.exitCode = isRight && isComplete && areDaysRight ? 0 : 1;
  };
  await (url === null ? withDatabase(env, verify) : verify(url));
});

function headsOf(texts: readonly string[]): AuditHead[] {
  return texts.map((text) => {
    const head = parseHead(text);
    if (head) return head;
    throw new StartError(
      `"${text}" is no head of the audit log. Copy it from a line "head of the audit log" of the server's log.`,
    );
  });
}

interface Findings extends LedgerCheck {
  readonly totals: SystemTotal[];
  readonly head: AuditHead | null;
  /** The given heads that the audit log does not have any more. */
  readonly missing: readonly AuditHead[];
  readonly days: DaysCheck;
  /** Vouchers that are not encrypted yet. */
  readonly clearCodes: number;
}

async function check(url: string, earlier: readonly AuditHead[]): Promise<Findings> {
  const database = openDatabase({
    url,
    poolSize: 1,
    statementTimeoutMs: 0,
    role: 'sente_app',
    onIdleError: () => {},
  });
  try {
    await extendChain(database);
    let days: DaysCheck = { days: 0, problems: [] };
    // In one row, which everybody is shown as the last check.
    const ledger = await checkLedger(database, async (db) => {
      days = await checkDays(db, null);
      return dayViolations(days);
    });
    return {
      ...ledger,
      violations: ledger.violations.filter((violation) => !isOfDays(violation)),
      days,
      totals: await readSystemTotals(database),
      head: await readHead(database),
      missing: await missingHeads(database, earlier),
      clearCodes: await database.within(platformScope, (db) => countUnsealed(db, null)),
    };
  } finally {
    await database.close();
  }
}

async function missingHeads(
  database: Database,
  earlier: readonly AuditHead[],
): Promise<AuditHead[]> {
  const missing: AuditHead[] = [];
  for (const head of earlier) {
    if (!(await hasHead(database, head))) missing.push(head);
  }
  return missing;
}

function reportAudit(head: AuditHead | null, missing: readonly AuditHead[]): boolean {
  if (head) say(`Head of the audit log: ${headText(head)}`);
  for (const { position } of missing) {
    say(`The audit log was REWRITTEN: entry ${position} is not the one that the given head names.`);
  }
  return missing.length === 0;
}

function reportDays({ days, problems }: DaysCheck): boolean {
  const count = days === 1 ? '1 signed day' : `${days.toLocaleString('en-US')} signed days`;
  if (problems.length === 0) {
    if (days > 0) say(`${count}: as the ledger says, signed and in a row.`);
    return true;
  }
  say(`Of ${count} some are WRONG:`);
  for (const problem of problems) say(`  ${problem}`);
  return false;
}

function clearCodesText(count: number): string {
  const vouchers = count === 1 ? 'voucher is' : 'vouchers are';
  return `${count.toLocaleString('en-US')} ${vouchers} still stored in clear; a running server encrypts them.`;
}

function report({ entries, durationMs, violations }: LedgerCheck): boolean {
  const seconds = (durationMs / 1000).toFixed(1);
  const looked = `${entries.toLocaleString('en-US')} entries in ${seconds} s`;
  if (violations.length === 0) {
    say(`The ledger is right: every invariant holds over ${looked}.`);
    return true;
  }
  say(`The ledger is WRONG. Looked at ${looked}.`);
  for (const { invariant, count, example } of violations) {
    say(`  Broken ${count} times: ${invariant}. For example ${example}`);
  }
  return false;
}
