import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { createProduct } from '../../test/products.ts';
import { uuidV7 } from '../db/uuid.ts';
import { finishAll } from './posting.queries.ts';
import { findViolations } from './invariants.ts';

let test: TestDatabase;

/**
 * A paid, an open and a failed sale, and a waiting payout. The hints of the vouchers tell them apart:
 * D is sold, T is kept for the open one, E is free.
 */
beforeAll(async () => {
  test = await createTestDatabase();
  const company = await createCompany(test.owner);
  const account = await createAccount(test.owner, company, { balance: 900_000n });
  const product = await createProduct(test.owner, company, { codes: ['SOLD', 'KEPT', 'FREE'] });
  const paid = await createTransaction(test.owner, company, account, { amount: 1_000n });
  const expected = { amount: 1_000n, isPending: true };
  const asked = await createTransaction(test.owner, company, account, expected);
  const declined = await createTransaction(test.owner, company, account, expected);
  await finishAll(test.owner, [
    { companyId: company, accountId: account, transactionId: declined, to: 'failed', legs: [] },
  ]);
  const held = await createTransaction(test.owner, company, account, {
    amount: -2_000n,
    isPending: true,
  });
  const insert = async (
    reference: string,
    direction: string,
    status: string,
    amount: number,
    transaction: string,
  ) => {
    await test.owner.rows(
      `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
         amount, reference, status, transaction_id, product_id)
       values ($1, $2, $3, 'api', $4, '256772000000', 'MTN', $5, $6, $7, $8, $9)`,
      [
        company,
        uuidV7(),
        direction,
        account,
        amount,
        reference,
        status,
        transaction,
        direction === 'collection' ? product.id : null,
      ],
    );
  };
  await insert('sale', 'collection', 'SUCCESS', 1_000, paid);
  await insert('open', 'collection', 'PROCESSING', 1_000, asked);
  await insert('refused', 'collection', 'FAILED', 1_000, declined);
  await insert('payout', 'payout', 'PENDING', 2_000, held);
  await test.owner.rows(
    `insert into open_payments (payment_id, company_id, network, ready_at)
     select id, company_id, network, created_at from payments where reference in ('open', 'payout')`,
  );
  await test.owner.rows(
    `update product_codes c set state = 'used', used_at = now(), payment_id = p.id
     from payments p where c.hint = 'D' and p.reference = 'sale'`,
  );
  await test.owner.rows(
    `update product_codes c set state = 'reserved', payment_id = p.id
     from payments p where c.hint = 'T' and p.reference = 'open'`,
  );
  await test.owner.rows(
    `update payments p set product_code_id = c.id from product_codes c where c.payment_id = p.id`,
  );
});

async function brokenBy(...statements: string[]): Promise<string[]> {
  const found: string[] = [];
  const undo = new Error('undo');
  await test
    .asOwner(async (db) => {
      for (const sql of statements) await db.rows(sql);
      found.push(...(await findViolations(db)).map((violation) => violation.invariant));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

it('finds nothing when everything is correct', async () => {
  expect(await brokenBy()).toEqual([]);
});

const vouchers = 'a used voucher was paid for, and a reserved one is being sold';
const own = 'the voucher of a payment is its own';
const counted = 'vouchers are counted as they are';
const ledger = 'a payment is in the ledger from its request on, as its state says, once';
const booked = 'every successful payment is booked, unless an earlier system booked it';
const named = 'what is pending or booked for a payment is what the payment names';
const holds = 'a payout holds its amount and fee until it is over, and a collection holds nothing';
const queue = 'a payment is in the queue exactly while it is open';

it('requires ledger entries for imported history, unless an earlier system booked it', async () => {
  const taken = "update payments set origin = 'import', transaction_id = null";
  expect(await brokenBy(`${taken} where reference = 'sale'`)).toEqual([booked]);
  expect(await brokenBy(`${taken}, is_before_ledger = true where reference = 'sale'`)).toEqual([]);
});

it('only imported payments can be booked elsewhere', async () => {
  const marked = "update payments set is_before_ledger = true where reference = 'sale'";
  await expect(brokenBy(marked)).rejects.toThrow('payments_before_ledger');
});

it.each([
  [
    'a voucher used by a payment that failed',
    [vouchers, ledger],
    "update payments set status = 'FAILED' where reference = 'sale'",
  ],
  [
    'a voucher still reserved for one that is over',
    [vouchers, ledger, queue],
    "update payments set status = 'FAILED' where reference = 'open'",
  ],
  [
    'a levy that is not booked',
    ['the taxes of what was paid are booked whole, on accounts of their own'],
    "update payments set levy = 100 where reference = 'sale'",
  ],
  [
    'a voucher that its payment does not name',
    [vouchers],
    "update payments set product_code_id = null where reference = 'open'",
  ],
  [
    'a voucher of a payment that is not there',
    [vouchers, own],
    "update product_codes set payment_id = gen_random_uuid() where hint = 'D'",
  ],
  [
    'a payment with a voucher that is free again',
    [own],
    "update product_codes set state = 'free', payment_id = null where hint = 'T'",
  ],
  [
    'a voucher of no product',
    ['every voucher is of a product'],
    "update product_codes set product_id = gen_random_uuid() where hint = 'E'",
  ],
  [
    'a voucher that was withdrawn while it is being sold',
    [own],
    `update product_codes set state = 'withdrawn', payment_id = null, withdrawn_at = now(),
       withdrawn_reason = 'Stolen' where hint = 'T'`,
  ],
  [
    'vouchers that are not counted',
    [counted],
    "delete from voucher_counts where state = 'reserved'",
  ],
  [
    'a voucher of an upload that is not there',
    ['every voucher of a batch is of a batch of its company'],
    'delete from voucher_batches',
  ],
  [
    'money for nothing',
    [ledger, booked],
    "update payments set transaction_id = null where reference = 'sale'",
  ],
  [
    'a payment that failed and was booked',
    [ledger],
    "update payments set status = 'FAILED', product_code_id = null where reference = 'sale'",
    "update product_codes set state = 'free', used_at = null, payment_id = null where hint = 'D'",
  ],
  [
    'another amount in the ledger',
    [ledger],
    "update payments set amount = 999 where reference = 'sale'",
  ],
  [
    'two payments for one transaction',
    [ledger],
    `update payments set status = 'SUCCESS', product_code_id = null,
       transaction_id = (select transaction_id from payments where reference = 'sale')
     where reference = 'refused'`,
  ],
  [
    'a payout whose fee is not held',
    [holds],
    "update payments set fee = 1 where reference = 'payout'",
  ],
  [
    'a payout without its hold',
    [ledger],
    "update payments set transaction_id = null where reference = 'payout'",
  ],
  [
    'a hold that outlives its payout',
    [ledger, queue],
    "update payments set status = 'FAILED' where reference = 'payout'",
  ],
  ['an open payment that is not in the queue', [queue], 'delete from open_payments'],
  [
    'a payment that ended and is still in the queue',
    [queue],
    `insert into open_payments (payment_id, company_id, network, ready_at)
     select id, company_id, network, created_at from payments where reference = 'sale'`,
  ],
  [
    'a payment that waits in the lane of another network',
    [queue],
    "update open_payments set network = 'AIRTEL'",
  ],
  [
    'a collection that was asked for and is not in the ledger',
    [ledger],
    "update payments set transaction_id = null where reference = 'open'",
  ],
  [
    'a collection that failed and is not in the ledger',
    [ledger],
    "update payments set transaction_id = null where reference = 'refused'",
  ],
  [
    'a collection that holds money',
    [holds],
    `update payments set product_code_id = null, direction = 'collection' where reference = 'payout'`,
  ],
  [
    'a pending collection without its payment',
    [
      'the daily figures equal the transactions',
      'the figures by kind equal the transactions',
      named,
    ],
    `insert into transactions (company_id, id, account_id, type, amount, status, kind, key, key_hash,
       input_hash, description, created_at)
     select company_id, gen_random_uuid(), account_id, type, amount, status, kind,
       'collection:' || gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', created_at
     from transactions where id = (select transaction_id from payments where reference = 'open')`,
  ],
] as [string, string[], ...string[]][])('finds %s', async (_, invariants, ...statements) => {
  expect(await brokenBy(...statements)).toEqual(invariants);
});
