import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import type { CheckEnd, Doubt, NewsData } from './notify.ts';

type Words = readonly [ofOne: string, ofSeveral: string];

const ofCollections: Readonly<Record<Doubt | CheckEnd, Words>> = {
  failed: [
    'It failed, and the network says that it was paid. Do not ask again meanwhile.',
    'They failed, and the network says that they were paid. Do not ask again meanwhile.',
  ],
  open: [
    'What became of it is not certain. Do not ask again meanwhile.',
    'What became of them is not certain. Do not ask again meanwhile.',
  ],
  paid: [
    'It is booked as paid, and the network says that it was not. The provider decides whether it stays booked.',
    'They are booked as paid, and the network says that they were not. The provider decides whether they stay booked.',
  ],
  'was-paid': ['It was paid, and is on the account.', 'They were paid, and are on the account.'],
  'not-paid': ['It was not paid: you may ask again.', 'They were not paid: you may ask again.'],
  stays: ['It stays booked as paid.', 'They stay booked as paid.'],
  reversed: [
    'It was not paid, and is taken off the account again.',
    'They were not paid, and are taken off the account again.',
  ],
};

const ofPayouts: typeof ofCollections = {
  ...ofCollections,
  failed: [
    'It failed, and the network says that it was paid. Do not send it again meanwhile.',
    'They failed, and the network says that they were paid. Do not send them again meanwhile.',
  ],
  open: [
    'What became of it is not certain. Do not send it again meanwhile.',
    'What became of them is not certain. Do not send them again meanwhile.',
  ],
  'was-paid': ['It was paid out, and is booked.', 'They were paid out, and are booked.'],
  'not-paid': [
    'It was not paid out: you may send it again.',
    'They were not paid out: you may send them again.',
  ],
  stays: ['It stays booked as paid out.', 'They stay booked as paid out.'],
  reversed: [
    'It was not paid out, and its money is on the account again.',
    'They were not paid out, and their money is on the account again.',
  ],
};

const ends: ReadonlySet<string> = new Set<CheckEnd>(['was-paid', 'not-paid', 'stays', 'reversed']);

/** Whether people have decided what is told. */
export function isDecided({ doubt = 'open' }: NewsData): boolean {
  return ends.has(doubt);
}

/** Of payments of one direction of which the network said something else than the books. */
export function checkedWords(data: NewsData) {
  const { count = 1, amount = 0, asked, phoneNumber, direction, doubt = 'open' } = data;
  const isPayout = direction === 'payout';
  const isOne = count === 1;
  const [one, several] = isPayout ? ['Payout', 'payouts'] : ['Payment', 'payments'];
  const what = isOne ? one : `${count.toLocaleString('en-US')} ${several}`;
  const who =
    isOne && phoneNumber ? ` ${isPayout ? 'to' : 'from'} ${phoneText(phoneNumber)}` : ' in all';
  const [ofOne, ofSeveral] = (isPayout ? ofPayouts : ofCollections)[doubt];
  // Of one that is booked with another amount.
  const told =
    asked !== undefined && doubt === 'was-paid'
      ? `${formatUgx(amount)} ${amount < asked ? 'of' : 'instead of'} ${formatUgx(asked)}${who} ${isPayout ? 'was paid out, and is booked' : 'was paid, and is on the account'}.`
      : `${formatUgx(amount)}${who}. ${isOne ? ofOne : ofSeveral}`;
  return {
    title: `${what} ${isDecided(data) ? 'checked' : 'being checked'}`,
    text: told,
  };
}
