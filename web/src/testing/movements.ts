import type { Movement, MovementTotals } from '@sente/contract/movements';

export function aMovement(fields: Partial<Movement> = {}): Movement {
  return {
    number: 4,
    transactionId: '44444444-4444-7444-8444-444444444444',
    kind: 'collection',
    description: 'Airtime',
    reference: 'INV-7',
    phoneNumber: '256772123456',
    network: 'MTN',
    amount: 990,
    balanceAfter: 1_250_000.5,
    date: '2026-03-04T09:05:07.000Z',
    reversalOf: null,
    reversedBy: null,
    ...fields,
  };
}

/** The sums below the filters. */
export function aMovementTotal(fields: Partial<MovementTotals> = {}): MovementTotals {
  return {
    count: 0,
    isExact: true,
    credits: 0,
    debits: 0,
    net: 0,
    openingBalance: 0,
    closingBalance: 0,
    ...fields,
  };
}

export const noMoreMovements = { nextBefore: null, searchedTo: null };
