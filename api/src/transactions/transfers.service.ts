import type { BodyOf } from '@sente/contract/endpoint';
import { formatUgx, toHundredths } from '@sente/contract/money';
import type { Transaction, transactions } from '@sente/contract/transactions';
import { toUgx } from '../db/amounts.ts';
import { holdCompany, stopOf } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { retrying } from '../db/retrying.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField } from '../http/app-error.ts';
import { postAll } from '../ledger/posting.queries.ts';
import type { Outcome } from '../ledger/posting.ts';
import { audit } from '../security/audit.ts';
import { readTransaction } from './transaction-view.ts';

type TransferBody = BodyOf<typeof transactions.transfer>;

export interface TransfersService {
  /** Moves money between two accounts of the caller's company, at once. */
  transfer(actor: Actor, body: TransferBody): Promise<Transaction>;
}

interface Place {
  readonly id: string;
  readonly name: string;
}

interface Places {
  readonly from: Place;
  readonly to: Place;
}

/** A violation means that another server stored the key concurrently; the next attempt finds it. */
const keyTaken = 'transactions_key';

export function createTransfersService(database: Database): TransfersService {
  return {
    transfer: (actor, body) => {
      // Before any attempt, so that a retry finds what an earlier one stored.
      const key = `transfer:${actor.userId}:${body.idempotencyKey ?? uuidV7()}`;
      return retrying(
        () => database.within(actor.scope, (db) => transfer(db, actor, body, key)),
        keyTaken,
      );
    },
  };
}

async function transfer(
  db: Db,
  actor: Actor,
  body: TransferBody,
  key: string,
): Promise<Transaction> {
  const companyId = actor.companyId ?? '';
  // A suspension or an archiving waits for this transfer, or comes before it.
  if (!(await holdCompany(db, companyId))) throw unknownAccount('fromAccountId');
  const places = {
    from: await findPlace(db, companyId, 'fromAccountId', body.fromAccountId),
    to: await findPlace(db, companyId, 'toAccountId', body.toAccountId),
  };
  if (places.from.id === places.to.id) {
    throw invalidField('toAccountId', 'Choose another account than the one it comes from');
  }
  const outcome = await post(db, companyId, body, places, key);
  if (!outcome.replayed && outcome.reason !== 'key_reused') {
    // After posting: the accounts are locked now, and a repetition is answered whatever happened since.
    await refuseStopped(db, 'fromAccountId', places.from);
    await refuseStopped(db, 'toAccountId', places.to);
  }
  const id = await transactionIdOf(db, outcome, places.from);
  if (!outcome.replayed) {
    await audit(db, actor, {
      action: 'transactions.transfer',
      subject: { type: 'accounts', id: places.from.id },
      details: { to: places.to.id, amount: body.amount, transaction: id },
    });
  }
  const transaction = await readTransaction(db, id);
  if (!transaction) throw new Error(`A transfer without its transaction ${id}`);
  return transaction;
}

type AccountField = 'fromAccountId' | 'toAccountId';

/** Another company's account is answered like one that does not exist. */
function unknownAccount(field: AccountField): AppError {
  const message = 'Account not found';
  return new AppError('not_found', { message, fields: { [field]: message } });
}

async function findPlace(
  db: Db,
  companyId: string,
  field: AccountField,
  id: string,
): Promise<Place> {
  const found = await db.row<Place>(
    `select id, name from accounts where id = $1 and company_id = $2 and kind = 'customer'`,
    [id, companyId],
  );
  if (!found) throw unknownAccount(field);
  return found;
}

async function post(
  db: Db,
  companyId: string,
  { amount: ugx, note }: TransferBody,
  { from, to }: Places,
  key: string,
): Promise<Outcome> {
  const amount = toHundredths(ugx) ?? 0n;
  const [outcome] = await postAll(db, [
    {
      companyId,
      accountId: from.id,
      type: 'debit',
      amount,
      legs: [
        { accountId: from.id, amount: -amount },
        { accountId: to.id, amount },
      ],
      kind: 'transfer',
      key,
      // Both accounts list it, so it names both.
      description: `Transfer from ${from.name} to ${to.name}${note ? `: ${note}` : ''}`,
    },
  ]);
  if (!outcome) throw new Error('A transfer without an answer');
  return outcome;
}

/** Throws if it was not posted, so that nothing of a refused transfer is stored. */
async function transactionIdOf(db: Db, outcome: Outcome, from: Place): Promise<string> {
  if (outcome.status === 'completed') return outcome.transactionId;
  switch (outcome.reason) {
    case 'insufficient_funds': {
      const row = await db.row<{ available: string }>(
        'select balance - held - floor as available from accounts where id = $1',
        [from.id],
      );
      const message = `Only ${formatUgx(toUgx(row?.available ?? '0'))} can be spent on this account`;
      throw new AppError('insufficient_funds', { message, fields: { amount: message } });
    }
    case 'key_reused':
      throw new AppError('idempotency_key_reused');
    default:
      throw new Error(`A transfer was not posted: ${outcome.reason}`);
  }
}

async function refuseStopped(db: Db, field: AccountField, { id }: Place): Promise<void> {
  const stop = await stopOf(db, id);
  if (stop === null) return;
  if (stop === 'company_suspended') throw new AppError(stop);
  const { message } = new AppError(stop);
  throw new AppError(stop, { message, fields: { [field]: message } });
}
