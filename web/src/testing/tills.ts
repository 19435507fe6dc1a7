import type { EndedShift, ReferenceCheck, TillFeed, TillState } from '@sente/contract/till';
import type {
  ListedTill,
  ShiftSum,
  Till,
  TillDetails,
  TillPayment,
  TillShift,
} from '@sente/contract/tills';
import { ownCompanyId } from './people.ts';

/* Records of tills as the server returns them. */

export const tillId = '01900030-0000-7000-8000-000000000000';
const deviceId = '01900031-0000-7000-8000-000000000000';
export const shiftId = '01900032-0000-7000-8000-000000000000';
export const cashierId = '01900033-0000-7000-8000-000000000000';

/** As the list has it. */
export function aListedTill(fields: Partial<ListedTill> = {}): ListedTill {
  return {
    ...aTill(),
    seenAt: '2026-01-31T09:10:00.000Z',
    onShift: [{ cashierName: 'Akello', openedAt: '2026-01-31T05:00:00.000Z' }],
    today: { count: 4, amount: 21_000, lastAt: '2026-01-31T09:00:00.000Z' },
    ...fields,
  };
}

function aTill(fields: Partial<Till> = {}): Till {
  return {
    id: tillId,
    companyId: ownCompanyId,
    name: 'Front desk',
    accountId: '55555555-5555-4555-8555-555555555555',
    accountName: 'Hub Takings',
    accountNumber: '100200300',
    products: [],
    deviceCount: 1,
    cashierCount: 1,
    openShiftCount: 1,
    isLocked: false,
    createdAt: '2026-01-31T09:00:00.000Z',
    createdBy: 'Grace Nakato',
    endedAt: null,
    ...fields,
  };
}

export function tillDetails(fields: Partial<TillDetails> = {}): TillDetails {
  return {
    ...aTill(),
    devices: [
      {
        id: deviceId,
        name: 'Counter tablet',
        pairedAt: '2026-01-31T09:00:00.000Z',
        seenAt: '2026-01-31T09:10:00.000Z',
        isLocked: false,
        openShift: {
          id: shiftId,
          cashierName: 'Akello Ruth',
          openedAt: '2026-01-31T09:05:00.000Z',
        },
      },
    ],
    cashiers: [{ id: cashierId, name: 'Akello Ruth', pinSetAt: '2026-01-31T09:00:00.000Z' }],
    ...fields,
  };
}

export function aSum(fields: Partial<ShiftSum> = {}): ShiftSum {
  return {
    count: 2,
    amount: 6_000,
    byKind: [
      { kind: 'asked', count: 1, amount: 5_000 },
      { kind: 'sold', count: 1, amount: 1_000 },
    ],
    byNetwork: [{ network: 'MTN', count: 2, amount: 6_000 }],
    reversed: { count: 0, amount: 0 },
    ...fields,
  };
}

export function aShift(fields: Partial<TillShift> = {}): TillShift {
  return {
    id: shiftId,
    cashierName: 'Akello Ruth',
    deviceName: 'Counter tablet',
    openedAt: '2026-01-31T09:05:00.000Z',
    endedAt: '2026-01-31T15:05:00.000Z',
    ending: 'cashier',
    sum: aSum(),
    ...fields,
  };
}

export function aTillState(fields: Partial<TillState> = {}): TillState {
  return {
    mode: 'live',
    companyName: 'Gulu Builders',
    tillName: 'Front desk',
    deviceName: 'Counter tablet',
    isLocked: false,
    shift: {
      id: shiftId,
      cashierName: 'Akello Ruth',
      openedAt: '2026-01-31T09:05:00.000Z',
      products: [
        {
          id: '01900034-0000-7000-8000-000000000000',
          productName: 'Day pass',
          price: 1_000,
          isSoldOut: false,
          stock: 12,
        },
      ],
    },
    ...fields,
  };
}

export function aTillPayment(fields: Partial<TillPayment> = {}): TillPayment {
  return {
    id: '01900035-0000-7000-8000-000000000000',
    kind: 'other',
    state: 'paid',
    amount: 5_000,
    lastDigits: '456',
    network: 'MTN',
    productName: null,
    at: '2026-01-31T09:06:07.000Z',
    reason: null,
    ...fields,
  };
}

export function aFeed(payments: TillPayment[] | null, version = '1'): TillFeed {
  return { version, at: '2026-01-31T09:06:10.000Z', payments, olderCount: 0 };
}

export function anEndedShift(fields: Partial<EndedShift> = {}): EndedShift {
  return {
    mode: 'live',
    companyName: 'Gulu Builders',
    tillName: 'Front desk',
    cashierName: 'Akello Ruth',
    openedAt: '2026-01-31T09:05:00.000Z',
    endedAt: '2026-01-31T15:05:00.000Z',
    sum: aSum(),
    payments: [aTillPayment()],
    ...fields,
  };
}

/** Of a message to which no warning applies. */
export const aCheckedPayment: NonNullable<ReferenceCheck['payment']> = {
  amount: 5_000,
  lastDigits: '456',
  network: 'MTN',
  at: '2026-01-31T09:06:07.000Z',
  isEarlier: false,
  isOtherAccount: false,
  isOfTill: false,
  soldProduct: null,
  refunded: 0,
  checkedAt: null,
};
