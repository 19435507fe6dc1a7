import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { bookToSuspense } from '../src/ledger/suspense.ts';
import type { DemoClock } from './clock.ts';
import { secondsAfter } from './payment-rows.ts';

interface UnknownPayment {
  readonly network: 'MTN' | 'AIRTEL';
  readonly reference: string;
  /** UGX. */
  readonly amount: number;
  readonly content: object;
  /** When the network reported it. */
  readonly at: Date;
  readonly note: string;
  readonly isBooked: boolean;
}

/**
 * Payments that only the networks know: one that somebody proposed to book to suspense, and one that two
 * people have booked.
 */
export async function seedUnknownPayments(db: Db, clock: DemoClock): Promise<void> {
  const reference = '01997c1e-5a10-7c3e-9d52-6f0b8a4e2d71';
  await seed(db, {
    network: 'MTN',
    reference,
    amount: 85_000,
    content: {
      referenceId: reference,
      status: 'SUCCESSFUL',
      amount: '85000',
      currency: 'UGX',
      payer: { partyIdType: 'MSISDN', partyId: '256772004411' },
    },
    at: clock.on(1, 0.3),
    note: 'On the statement of MTN, line 214. No company asks for it.',
    isBooked: false,
  });
  await seed(db, {
    network: 'AIRTEL',
    reference: 'POS-20871',
    amount: 120_000,
    content: {
      transaction: { id: 'POS-20871', status_code: 'TS', airtel_money_id: 'MP240871.1104.H20871' },
    },
    at: clock.on(3, 0.6),
    note: 'On the statement of Airtel. The id is of another system.',
    isBooked: true,
  });
}

async function seed(db: Db, payment: UnknownPayment): Promise<void> {
  const { network, reference, amount, content, at, note, isBooked } = payment;
  const hundredths = BigInt(amount) * 100n;
  const ids = { notice: uuidV7(at.getTime()), decision: uuidV7(at.getTime()) };
  // Airtel's messages say neither how much was paid nor whether it came in.
  const isSaid = network === 'MTN';
  await db.rows(
    `insert into network_notices
       (id, network, reference, said, is_proven, content, amount, direction, says_paid, first_at, last_at)
     values ($1, $2, $3, $4, true, $5, $6, $8, true, $7, $7)`,
    [
      ids.notice,
      network,
      reference,
      isSaid ? `paid UGX ${amount.toLocaleString('en-US')}` : 'paid',
      JSON.stringify(content),
      isSaid ? hundredths : null,
      at,
      isSaid ? 'collection' : null,
    ],
  );
  const confirmedAt = secondsAfter(at, 5_400);
  const transactionId = isBooked
    ? await bookToSuspense(db, {
        network,
        direction: 'collection',
        amount: hundredths,
        key: ids.decision,
        reference,
        description: `Payment of an unknown owner at ${network}`,
        at: confirmedAt,
      })
    : null;
  await db.rows(
    `insert into suspense_decisions (id, payment_key, notice_id, kind, direction, amount, note, state,
       proposed_by, proposed_at, decided_by, decided_at, transaction_id)
     select $1, n.payment_key, n.id, 'book', 'collection', $3, $4, $5, desk.id, $6,
       case when $8::uuid is not null then chief.id end, case when $8::uuid is not null then $7::timestamptz end,
       $8
     from network_notices n
     join users desk on desk.email = 'admin@sente.test'
     join users chief on chief.email = 'superadmin@sente.test'
     where n.id = $2`,
    [
      ids.decision,
      ids.notice,
      hundredths,
      note,
      isBooked ? 'confirmed' : 'proposed',
      secondsAfter(at, 1_800),
      confirmedAt,
      transactionId,
    ],
  );
}
