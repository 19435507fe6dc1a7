import { maxListedDebtMovements, type Debt, type DebtMovement } from '@sente/contract/debts';
import { toUgx } from '../db/amounts.ts';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { findReceivable, listMovements, owingSince, type MovementRow } from './debts.queries.ts';

export interface DebtsService {
  ofCompany(actor: Actor, companyId: string): Promise<Debt>;
}

export function createDebtsService(database: Database): DebtsService {
  return {
    ofCompany: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        return readDebt(db, companyId);
      }),
  };
}

async function readDebt(db: Db, companyId: string): Promise<Debt> {
  const receivable = await findReceivable(db, companyId);
  if (!receivable) return { owed: 0, since: null, movements: [], movementCount: 0 };
  const { id, balance, entry_count: movementCount } = receivable;
  const owed = -toUgx(balance);
  const since = owed > 0 ? await owingSince(db, companyId, id) : null;
  const movements = await listMovements(db, companyId, id, maxListedDebtMovements);
  return {
    // Never -0.
    owed: owed || 0,
    since: since?.toISOString() ?? null,
    movements: movements.map(toMovement),
    movementCount,
  };
}

function toMovement(row: MovementRow): DebtMovement {
  return {
    transactionId: row.id,
    kind: row.kind,
    amount: toUgx(row.amount),
    owedAfter: toUgx(row.owed_after),
    accountId: row.account_id,
    accountName: row.account_name,
    description: row.description,
    date: row.finished_at.toISOString(),
  };
}
