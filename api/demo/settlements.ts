import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { finishAll } from '../src/ledger/posting.queries.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { insertApproval, writeDecision } from '../src/approvals/stored-approvals.queries.ts';
import { approveBatch, insertBatch } from '../src/settlements/batches.queries.ts';
import { bankFile } from '../src/settlements/batches.service.ts';
import { placeSettlement } from '../src/settlements/place-settlement.ts';
import { listOfBatch, markPaid } from '../src/settlements/settlements.queries.ts';
import type { SeededAccount } from './accounts.ts';
import type { DemoClock } from './clock.ts';

/**
 * Bank accounts of two companies. That of Demo One has received nothing yet: its figures are fixed. The other
 * company has a settlement that the bank has paid, and one that waits for the next batch.
 */
export async function seedSettlements(
  db: Db,
  accounts: ReadonlyMap<string, SeededAccount>,
  clock: DemoClock,
): Promise<void> {
  const one = accounts.get('one-operations');
  const other = accounts.get('mbale');
  if (!one || !other) throw new Error('A company that settles has no account');
  const staff = await db.row<{ id: string }>(
    `select id from users where email = 'finance@sente.test'`,
  );
  const addedBy = staff?.id ?? '';
  const approvedAt = clock.on(12, 0.3);
  const add = async (
    companyId: string,
    fields: readonly [string, string | null, string, string],
  ) => {
    const id = uuidV7(approvedAt.getTime());
    await db.rows(
      `insert into bank_accounts (id, company_id, bank, branch, account_name, account_number, state,
         added_by, added_at)
       values ($1, $2, $3, $4, $5, $6, 'approved', $7, $8)`,
      [id, companyId, ...fields, addedBy, approvedAt],
    );
    return id;
  };
  await add(one.companyId, ['Stanbic Bank', 'Garden City', 'Demo One Ltd', '9030005512873']);
  const bankAccountId = await add(other.companyId, [
    'Centenary Bank',
    'Mbale',
    'Mbale Teachers SACCO',
    '3100048826',
  ]);
  const place = (ugx: bigint, key: string) =>
    placeSettlement(db, {
      companyId: other.companyId,
      accountId: other.id,
      bankAccountId,
      keep: 0n,
      amountOf: () => ugx * 100n,
      requestedBy: addedBy,
      key,
      dueDay: null,
    });
  const second = await db.row<{ id: string }>(
    `select id from users where email = 'superadmin@sente.test'`,
  );
  const people = { createdBy: addedBy, approver: second?.id ?? '' };
  await pay(db, await place(150_000n, 'demo-paid'), people, 150_000_00n);
  await place(80_000n, 'demo-requested');
}

interface PaidBy {
  readonly createdBy: string;
  readonly approver: string;
}

async function pay(
  db: Db,
  id: string,
  { createdBy, approver }: PaidBy,
  amount: bigint,
): Promise<void> {
  const batchId = uuidV7();
  await insertBatch(db, { id: batchId, createdBy, amount }, [id]);
  const approvalId = await insertApproval(db, {
    kind: 'settlement-batch',
    subject: batchId,
    companyId: null,
    amount,
    details: { count: 1 },
    askedBy: createdBy,
  });
  await approveBatch(db, batchId, bankFile(await listOfBatch(db, batchId)));
  await writeDecision(db, approvalId, { state: 'approved', userId: approver, note: null });
  for (const paid of await markPaid(db, { id }, 'FT26118844')) {
    const { settlement } = await systemAccountsOf(db, paid.company_id);
    const finished = await finishAll(db, [
      {
        companyId: paid.company_id,
        accountId: paid.account_id,
        transactionId: paid.transaction_id,
        to: 'completed',
        legs: [
          { accountId: paid.account_id, amount: -amount },
          { accountId: settlement, amount },
        ],
      },
    ]);
    if (!finished[0]?.changed) throw new Error('The demo settlement was not paid');
  }
}
