import { openDatabase, type Database, type Db } from '../../src/db/database.ts';
import { engineScope, platformScope } from '../../src/db/scope.ts';
import { uuidV7 } from '../../src/db/uuid.ts';
import { acceptAll } from '../../src/payments/orders/acceptance.queries.ts';
import { inputHash, keyHash, type ReadyOrder } from '../../src/payments/orders/order.ts';
import { finishAll } from '../../src/ledger/posting.queries.ts';
import { hold } from '../held-orders.ts';
import type { Victim } from './demo.ts';

/* Whoever has the database login of the servers' requests: SQL of their own as the role sente_app. */

export interface Thief {
  /** The error of the database, or null if it did it. */
  tryTo(sql: string): Promise<string | null>;
  /** Stores payouts as the server would, with or without holding their money. */
  payOut(
    victim: Pick<Victim, 'companyId'>,
    numbers: readonly string[],
    ugx: number,
    isHeld: boolean,
  ): Promise<number>;
  /** Frees the money that is held for payouts which wait; returns how many. */
  freeHolds(victim: Pick<Victim, 'companyId'>, count: number): Promise<number>;
  close(): Promise<void>;
}

export function thiefOn(database: Database): Omit<Thief, 'close'> {
  return {
    tryTo: (sql) =>
      database
        .within(platformScope, (db) => db.rows(sql))
        .then(
          () => null,
          (error: unknown) => (error as Error).message,
        ),
    payOut: (victim, numbers, ugx, isHeld) => payOut(database, { victim, numbers, ugx, isHeld }),
    freeHolds: ({ companyId }, count) =>
      database.within(platformScope, (db) => freeHolds(db, companyId, count)),
  };
}

/** A login that is in the role of requests and owns nothing. It has the rights without switching to the role. */
export async function createThief(databaseUrl: string, owner: Db): Promise<Thief> {
  const name = `thief_${uuidV7().slice(-12)}`;
  await owner.rows(`create role ${name} login password 'stolen' in role sente_app`);
  const url = new URL(databaseUrl);
  url.username = name;
  url.password = 'stolen';
  const database = openDatabase({
    url: url.href,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    role: null,
    onIdleError: () => {},
  });
  return {
    ...thiefOn(database),
    close: async () => {
      await database.close();
      await owner.rows(`drop role ${name}`);
    },
  };
}

interface Raid {
  readonly victim: Pick<Victim, 'companyId'>;
  readonly numbers: readonly string[];
  readonly ugx: number;
  readonly isHeld: boolean;
}

async function payOut(database: Database, { victim, numbers, ugx, isHeld }: Raid): Promise<number> {
  let stored = 0;
  for (const phoneNumber of numbers) {
    const order = orderOf(victim.companyId, phoneNumber, BigInt(ugx) * 100n);
    try {
      await database.within(engineScope, async (db) => {
        const [row] = await acceptAll(db, [order]);
        if (!row || row.refusal) throw new Error(`Refused: ${row?.refusal}`);
        if (isHeld) await hold(db, order, row);
      });
      stored += 1;
    } catch {
      // Refused: there is no money left, or the database keeps its rules.
    }
  }
  return stored;
}

async function freeHolds(db: Db, companyId: string, count: number): Promise<number> {
  const holds = await db.rows<{ transactionId: string; accountId: string }>(
    `select p.transaction_id as "transactionId", p.account_id as "accountId"
     from payments p join open_payments o on o.payment_id = p.id
     where p.company_id = $1 and p.direction = 'payout' limit $2`,
    [companyId, count],
  );
  const ended = { companyId, to: 'failed', legs: [], reason: 'Robbery' } as const;
  const outcomes = await finishAll(
    db,
    holds.map((hold) => ({ ...hold, ...ended })),
  );
  return outcomes.filter(({ changed }) => changed).length;
}

function orderOf(companyId: string, phoneNumber: string, amount: bigint): ReadyOrder {
  const order = {
    companyId,
    direction: 'payout',
    origin: 'api',
    phoneNumber,
    network: 'MTN',
    amount,
    reference: null,
    description: 'Robbery',
    idempotencyKey: uuidV7(),
  } as const;
  return {
    ...order,
    paymentId: uuidV7(),
    transactionId: uuidV7(),
    likelyNetwork: null,
    keyHash: keyHash(order),
    inputHash: inputHash(order),
  };
}

/** What such a login could want to change, and what it must not. */
export const forgeries: readonly { readonly what: string; readonly sql: string }[] = [
  { what: 'raise a balance', sql: 'update accounts set balance = balance + 100000000000' },
  { what: 'free what is held', sql: 'update accounts set held = 0' },
  { what: 'change an entry', sql: 'update entries set amount = amount * 2' },
  { what: 'delete entries', sql: 'delete from entries' },
  { what: 'change a transaction', sql: "update transactions set status = 'failed'" },
  { what: 'change the audit log', sql: "update audit_log set actor_email = 'somebody@else.test'" },
  { what: 'delete from the audit log', sql: 'delete from audit_log' },
  { what: 'cut the chain of the audit log', sql: 'delete from audit_chain' },
  { what: 'insert a payment', sql: 'insert into payments select * from payments limit 1' },
  {
    what: 'send a payout to another number',
    sql: "update payments set phone_number = '256760000000'",
  },
  {
    what: 'make a payout look old',
    sql: "update payments set created_at = now() - interval '1 year'",
  },
  {
    what: 'hide a payout from the watcher',
    sql: "update open_payments set ready_at = ready_at - interval '1 day'",
  },
  {
    what: 'have a payout become ready in the future',
    sql: "update open_payments set ready_at = ready_at + interval '1 day'",
  },
  {
    what: 'put a payout into the queue of a company without a brake',
    sql: 'update open_payments set company_id = gen_random_uuid()',
  },
  {
    what: 'say that a payout was sent before it was due',
    sql: 'update open_payments set sent_at = now(), send_count = 1, next_step_at = now()',
  },
  {
    what: 'wake a payout that waits for people',
    sql: `do $$ begin
      update open_payments set next_step_at = null;
      update open_payments set next_step_at = now();
    end $$`,
  },
  {
    what: 'release a payout that waits for approval',
    sql: 'select payout_release(company_id, payment_id) from open_payments',
  },
  { what: 'end the brake', sql: 'update payout_brakes set ended_at = now()' },
  { what: 'delete the brake', sql: 'delete from payout_brakes' },
  {
    what: 'trip a brake as the watcher',
    sql: "select brake_trip_by_watcher(null, 'one-amount', 'Robbery', '[]')",
  },
  { what: 'seal a brake', sql: "select brake_seal(gen_random_uuid(), '', '{}')" },
  { what: 'release held payouts', sql: "update braked_payments set outcome = 'released'" },
  {
    what: 'pretend that the watcher looked',
    sql: "select watcher_beat(gen_random_uuid(), pg_current_snapshot(), '{}', '{}')",
  },
];

/** Writes that two people decided to release a brake, and ends it. */
export function forgedEnd(
  companyId: string,
  asker: string,
  approver: string,
  askedAt = 'now()',
): string {
  return `do $$
    declare
      v_id uuid := gen_random_uuid();
    begin
      insert into approvals (id, kind, subject, asked_by, asked_at, expires_at, state, decided_by, decided_at, details)
      select v_id, 'brake', b.id, '${asker}', ${askedAt}, now() + interval '1 day', 'approved', '${approver}', now(),
        '{"decision": "release", "cancelledIds": []}'
      from payout_brakes b
      where b.ended_at is null and (b.company_id = '${companyId}' or b.company_id is null) limit 1;
      perform brake_end(v_id, array['guessed']);
    end
  $$`;
}
