import { expect, it } from 'vitest';
import type { Db } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { createAccount, createCompany, createPayment } from './factories.ts';
import { olderDatabase, stopServers } from './older-database.ts';

/* The migration that finds what was booked in a second transaction, and the trigger that keeps it from then on. */

const failedOf = (owner: Db, id: string) =>
  owner.row('select failed_transaction_id as failed from payments where id = $1', [id]);

it('payments that were booked later lead to the transaction that failed, whichever release books them', async () => {
  const { url, owner } = await olderDatabase(84);
  const companyId = await createCompany(owner);
  const accountId = await createAccount(owner, companyId);
  const store = async (status: 'failed' | 'completed', key: string) => {
    const id = uuidV7();
    await owner.rows(
      `insert into transactions (company_id, id, account_id, type, amount, status, kind, key, key_hash,
         input_hash, description, created_at, finished_at)
       values ($1, $2, $3, 'credit', 1000, $4, 'collection', $5, gen_random_uuid(), gen_random_uuid(), '',
         now(), now())`,
      [companyId, id, accountId, status, key],
    );
    return id;
  };
  const failing = async () => {
    const id = uuidV7();
    const transactionId = await store('failed', `collection:${id}`);
    await createPayment(owner, companyId, { id, accountId, transactionId, status: 'FAILED' });
    return { id, transactionId };
  };
  /** As the release before does it. */
  const book = async (id: string) => {
    const review = uuidV7();
    await owner.rows(
      `insert into payment_reviews (id, company_id, payment_id, kind, decision, proposed_by, confirmed_by, closed_at)
       values ($1, $2, $3, 'late_success', 'book', gen_random_uuid(), gen_random_uuid(), now())`,
      [review, companyId, id],
    );
    const booked = await store('completed', `review:${review}`);
    await owner.rows("update payments set status = 'SUCCESS', transaction_id = $2 where id = $1", [
      id,
      booked,
    ]);
  };
  const [before, beside, never] = [await failing(), await failing(), await failing()];
  await book(before.id);
  expect(await failedOf(owner, before.id)).toEqual({ failed: null });
  await stopServers(url);
  await migrate(url, () => {});
  await book(beside.id);
  expect(await failedOf(owner, before.id)).toEqual({ failed: before.transactionId });
  expect(await failedOf(owner, beside.id)).toEqual({ failed: beside.transactionId });
  expect(await failedOf(owner, never.id)).toEqual({ failed: null });
}, 60_000);
