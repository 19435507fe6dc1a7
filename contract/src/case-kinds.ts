import { dayMs, kampalaDay } from './kampala.ts';
import type { StatementPlace } from './network-statements.ts';

/** Settle a case, by two people: all but matching and waiting move money in the ledger. */
export const caseActions = [
  'match',
  'late-success',
  'reverse',
  'suspense',
  'account',
  'network-fee',
  'float',
  'wait',
] as const;
export type CaseAction = (typeof caseActions)[number];

interface CaseKind {
  readonly label: string;
  /** Missing: one side only, and late. Differs: both sides say something else. */
  readonly finding: 'missing' | 'differs';
  readonly cause: string;
  /** The first one is suggested. */
  readonly actions: readonly CaseAction[];
}

const kinds = {
  'only-theirs': {
    label: 'Only at the network',
    finding: 'missing',
    cause: 'The network moved this money, and nothing here belongs to it.',
    actions: ['suspense', 'wait'],
  },
  'only-ours': {
    label: 'Only in our books',
    finding: 'missing',
    cause: 'It is booked here, and the statements of that time do not have it.',
    actions: ['reverse', 'suspense', 'wait'],
  },
  'late-success': {
    label: 'Paid after all',
    finding: 'differs',
    cause: 'The payment failed here, and the network carried it out.',
    actions: ['late-success', 'suspense', 'wait'],
  },
  'not-paid': {
    label: 'Not paid',
    finding: 'differs',
    cause: 'It is booked here as paid, and the network says that it failed.',
    actions: ['reverse', 'suspense', 'wait'],
  },
  amount: {
    label: 'Another amount',
    finding: 'differs',
    cause: 'The network moved another amount than the one that is booked here.',
    actions: ['account', 'suspense', 'wait'],
  },
  doubled: {
    label: 'Twice at the network',
    finding: 'differs',
    cause: 'The network carried out one payment a second time.',
    actions: ['suspense', 'account', 'wait'],
  },
  'after-reversal': {
    label: 'Paid, and taken back here',
    finding: 'differs',
    cause:
      'The payment was reversed here, or written to suspense because no statement had it, and the network carried it out.',
    actions: ['reverse', 'account', 'suspense', 'wait'],
  },
  fee: {
    label: 'Fee of the network',
    finding: 'differs',
    cause: 'The network took a fee with this payment, which is not booked.',
    actions: ['network-fee', 'suspense', 'wait'],
  },
  charge: {
    label: 'Charge of the network',
    finding: 'missing',
    cause: 'The network charged the wallet, and the charge is not booked.',
    actions: ['network-fee', 'suspense', 'wait'],
  },
  transfer: {
    label: 'Transfer between wallets',
    finding: 'missing',
    cause:
      'Money came to the wallet from the bank or another wallet of the provider, or went there.',
    actions: ['float', 'suspense', 'wait'],
  },
  reversal: {
    label: 'Taken back by the network',
    finding: 'missing',
    cause: 'The network took a payment back, which is still booked here.',
    actions: ['reverse', 'suspense', 'wait'],
  },
} as const satisfies Record<string, CaseKind>;
export type CaseKindName = keyof typeof kinds;
export const caseKinds: Readonly<Record<CaseKindName, CaseKind>> = kinds;
export const caseKindNames = Object.keys(kinds) as [CaseKindName, ...CaseKindName[]];

/** Where a case at the bank is told in other words. */
const bankTexts: Partial<Record<CaseKindName, Pick<CaseKind, 'label' | 'cause'>>> = {
  'only-theirs': {
    label: 'Only at the bank',
    cause:
      'The bank moved this money, and nothing here belongs to it. Once the deposit or settlement that it is is booked, the case ends by itself.',
  },
  amount: {
    label: 'Another amount',
    cause: 'The bank moved another amount than the one that is booked here.',
  },
  doubled: { label: 'Twice at the bank', cause: 'The bank carried this out a second time.' },
  charge: {
    label: 'Charge of the bank',
    cause: 'The bank charged the account, and the charge is not booked.',
  },
  transfer: {
    label: 'Transfer to or from a network',
    cause:
      'Money went to a wallet of the provider or came from there. Once the transfer of float is booked, the case ends by itself.',
  },
  reversal: {
    label: 'Returned by the bank',
    cause: 'The bank sent money back, and its settlement is still booked as paid here.',
  },
};

/** What a case is called at its place, and why it came to be. */
export function caseTexts(
  kind: CaseKindName,
  network: StatementPlace,
): Pick<CaseKind, 'label' | 'cause'> {
  return (network === 'BANK' ? bankTexts[kind] : undefined) ?? caseKinds[kind];
}

/** Cases of one side only: those with a line can be the other side of those with a booking. */
export const sidesOfCases = {
  theirs: ['only-theirs', 'late-success', 'after-reversal', 'charge', 'transfer', 'reversal'],
  ours: ['only-ours', 'not-paid'],
} as const satisfies Record<string, readonly CaseKindName[]>;

/** Whether one proposal can settle both: of one kind, and both at networks or both at the bank. */
export function canSettleTogether(
  a: { readonly kind: CaseKindName; readonly network: StatementPlace },
  b: { readonly kind: CaseKindName; readonly network: StatementPlace },
): boolean {
  return a.kind === b.kind && (a.network === 'BANK') === (b.network === 'BANK');
}

/** In sentences: with the place where the words do not tell it. */
/** As `placeWords`, whose file the public pages would load as well. */
const atPlace: Readonly<Record<StatementPlace, string>> = {
  MTN: 'MTN',
  AIRTEL: 'Airtel',
  BANK: 'the bank',
};

export function caseAt(kind: CaseKindName, network: StatementPlace): string {
  const { label } = caseTexts(kind, network);
  return network === 'BANK' && label.includes('bank') ? label : `${label} at ${atPlace[network]}`;
}

export function caseActionLabel(action: CaseAction, network: StatementPlace): string {
  if (action === 'network-fee' && network === 'BANK') return "Book the bank's charge";
  return caseActionLabels[action];
}

const caseActionLabels: Readonly<Record<CaseAction, string>> = {
  match: 'It is the other side of another case',
  'late-success': 'Book as paid',
  reverse: 'Reverse the booking',
  suspense: 'Write to suspense',
  account: "Book to the company's account",
  'network-fee': "Book the network's fee",
  float: 'Book as a transfer from or to the bank',
  wait: 'Wait until a day',
};

/** So long a case may wait at once. */
const longestWaitDays = 90;

/** Why a case cannot wait until this day; undefined if it can. */
export function waitDayProblem(until: string | undefined, nowMs: number): string | undefined {
  if (!until) return 'Choose a day';
  const isNear = until > kampalaDay(nowMs) && until <= kampalaDay(nowMs + longestWaitDays * dayMs);
  return isNear ? undefined : `Choose a day within the next ${longestWaitDays} days`;
}
