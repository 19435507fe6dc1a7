import type { StatementFile } from '@sente/contract/network-statements';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import type { Database, Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { undone } from './case-proposals.ts';
import { countOnDays } from './days-of-lines.queries.ts';
import { lockReconciliation, tellFloats } from './run-matching.ts';
import { readBalances } from './take.queries.ts';
import {
  dropBalances,
  dropLines,
  endCasesOf,
  endUncoveredCases,
  giveLinesToCalls,
  listClosedDays,
  listRepeating,
  listSettledCases,
  lockFile,
  markUncovered,
  markWithdrawn,
  reopenBookings,
  reopenNetted,
  type LockedFile,
} from './withdraw-statement.queries.ts';

/** What cannot be withdrawn is refused now, and not when somebody approves it. */
export async function askToWithdraw(
  database: Database,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  await undone(database, actor, (db) => lockFree(db, id));
  await database.within(actor.scope, async (db) => {
    const { name, network, new_lines: lines } = requireWhole(await lockFile(db, id));
    await ask(db, actor, {
      kind: 'statement',
      subject: id,
      companyId: null,
      details: { statementId: id, name, network, lines },
      note: reason,
      about: { type: 'networkStatements', id },
      isWaiting: 'Somebody has asked to withdraw it already',
    });
  });
}

/** Nothing is posted: its lines leave the matching as if they had never come. */
export const carryOutWithdrawal: CarryOut = async (db, approver, approval) => {
  const id = String(approval.details['statementId']);
  const file = await lockFree(db, id);
  await endCasesOf(db, id);
  await reopenNetted(db, id, file.network);
  await reopenBookings(db, id);
  await dropLines(db, id);
  await giveLinesToCalls(db, id);
  await countOnDays(db, id);
  await dropBalances(db, file);
  await markWithdrawn(db, file, approval.id);
  await readBalances(db);
  await endUncoveredCases(db, id, file.network);
  await tellFloats(db);
  db.changed({ topic: 'approvals', companyId: null });
  await audit(db, approver, {
    action: 'networkStatements.withdraw',
    subject: { type: 'networkStatements', id },
    details: { network: file.network, name: file.name, approval: approval.id },
  });
  return null;
};

/**
 * The file, on which nothing rests that was booked or signed. The locks are held until the end: nobody settles a
 * case, imports a line that it has, or closes or signs a day meanwhile.
 */
async function lockFree(db: Db, id: string): Promise<LockedFile> {
  await lockReconciliation(db);
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.statementLines]);
  await db.rows('select pg_advisory_xact_lock_shared($1)', [lockKeys.closedDays]);
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.dayProofs]);
  const file = requireWhole(await lockFile(db, id));
  const reasons = await reasonsAgainst(db, file);
  if (reasons.length > 0) throw refused(`It cannot be withdrawn: ${reasons.join('; ')}.`);
  return file;
}

function requireWhole(file: LockedFile | undefined): LockedFile {
  if (!file) throw new Error('A statement vanished while it was withdrawn');
  const problem = problems[file.state];
  if (problem !== null) throw refused(problem);
  if (file.source === 'call' || file.source === 'simulator') {
    throw refused('The network itself told it when it was asked, and would tell it again');
  }
  return file;
}

const problems: Readonly<Record<StatementFile['state'], string | null>> = {
  importing: 'The statement is being imported',
  withdrawn: 'The statement was withdrawn before',
  done: null,
  failed: null,
};

/** What was done because of it, in words. */
async function reasonsAgainst(db: Db, file: LockedFile): Promise<string[]> {
  await markUncovered(db, file.id);
  const settled = await listSettledCases(db, file);
  const days = await listClosedDays(db, file);
  const repeating = await listRepeating(db, file.id);
  return [
    ...(settled.length > 0
      ? [
          `${settled.length === 1 ? 'case' : 'cases'} ${named(settled, 'was', 'were')} settled because of it`,
        ]
      : []),
    ...(days.length > 0 ? [`${named(days, 'was', 'were')} closed with it`] : []),
    ...(repeating.length > 0
      ? [
          `${named(repeating, 'repeats', 'repeat')} lines of it and would have to be withdrawn first`,
        ]
      : []),
  ];
}

/** The first of them, and how many more. */
function named(names: readonly string[], one: string, several: string): string {
  const shown = names.slice(0, 5).join(', ');
  const rest = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${shown}${rest} ${names.length === 1 ? one : several}`;
}
