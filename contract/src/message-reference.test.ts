import { describe, expect, it } from 'vitest';
import {
  doubtOf,
  factsInMessage,
  isUnclear,
  referenceIn,
  referenceInMessage,
} from './message-reference.ts';

it.each([
  [
    'MTN, money sent',
    'You have sent UGX 5,000 to DEMO ONE, 256772123456 on 2026-11-19 10:04:11. Fee: UGX 100. Balance: UGX 23,400. Transaction ID: 26111900345. Thank you for using MTN MoMo.',
    '26111900345',
  ],
  [
    'MTN, a payment that was approved',
    'Your payment of UGX 45000 to DEMO ONE has been completed at 2026-11-19 10:04. Your new balance: UGX 1,200. Fee was UGX 0. Financial Transaction Id: 26111900346. External Transaction Id: 0193ab12.',
    '26111900346',
  ],
  [
    'MTN, the reference of the shop before its own',
    'Paid UGX 45000. External Transaction Id: 0193ab12cd. Financial Transaction Id: 26111900346.',
    '26111900346',
  ],
  ['MTN, short: ID', "Y'ello. You have paid UGX 2,000 to DEMO ONE. ID: 26111900347", '26111900347'],
  [
    'Airtel, TID',
    'PAID.TID 89123456789. UGX 10,000 to DEMO ONE Charge UGX 0. Bal UGX 4,500. 19-November-2026 10:04',
    '89123456789',
  ],
  [
    'Airtel, without a space after it',
    'SENT.TID 89123456789.UGX 5,000 to 0752123456',
    '89123456789',
  ],
  [
    'Airtel, with points',
    'Txn ID: MP261119.1530.A12345. UGX 10,000 paid to DEMO ONE. Bal: UGX 9,000',
    'MP261119.1530.A12345',
  ],
  ['over two lines', 'You have paid UGX 2,000.\nTransaction ID:\n26111900348', '26111900348'],
])('%s', (_name, message, reference) => {
  expect(referenceInMessage(message)).toBe(reference);
  expect(referenceIn(message)).toBe(reference);
});

it.each([
  ['the reference alone', 'MP261119.1530.A12345', 'MP261119.1530.A12345'],
  ['with spaces', ' 2611 1900 345 ', '26111900345'],
  ['one that begins like a label', 'TID26111900', 'TID26111900'],
])('%s is taken as it is', (_name, typed, reference) => {
  expect(referenceInMessage(typed)).toBeNull();
  expect(referenceIn(typed)).toBe(reference);
});

it.each([
  ['only that of the shop', 'Paid UGX 45000. External Transaction Id: 0193ab12cd.'],
  ['an amount', 'Transaction ID: UGX 45000'],
  ['nothing', 'You have received UGX 45,000 from JOHN, 0772123456'],
])('a message with %s names none', (_name, message) => {
  expect(referenceInMessage(message)).toBeNull();
});

it.each([
  [
    'You have received UGX 5,000 from AKELLO RUTH, 256772123456. Fee: UGX 0. Transaction ID: 501220931',
    { paid: 5_000, amounts: [5_000, 0], sender: '256772123456', isMore: true },
  ],
  [
    'RECEIVED UGX 12,500.00 from +256701000111',
    { paid: 12_500, amounts: [12_500], sender: '256701000111', isMore: false },
  ],
  [
    'You have sent UGX 700 to DEMO ONE, 256772123456. ID: 26111900347',
    { paid: 700, amounts: [700], sender: null, isMore: true },
  ],
  [
    'Sent 3,000/= from 0772123456',
    { paid: 3_000, amounts: [3_000], sender: '0772123456', isMore: false },
  ],
  ['26111900345', { paid: null, amounts: [], sender: null, isMore: false }],
  // Words that nobody knows.
  ['TRX 26111900345: UGX 3,000 ok', { paid: null, amounts: [3_000], sender: null, isMore: false }],
])('%s', (message, facts) => {
  expect(factsInMessage(message)).toEqual(facts);
});

it.each([
  [
    'MTN, sent',
    'You have sent UGX 50,000 to DEMO ONE. Fee: UGX 100. Balance: UGX 5,000. ID: 26111900345',
  ],
  [
    'MTN, approved',
    'Your payment of UGX 50000 to DEMO ONE has been completed. Your new balance: UGX 5,000. Fee was UGX 0.',
  ],
  [
    'Airtel, TID',
    'PAID.TID 89123456789. UGX 50,000 to DEMO ONE Charge UGX 0. Bal UGX 5,000. 19-Nov',
  ],
  ['Airtel, points', 'Txn ID: MP2611. UGX 50,000 paid to DEMO ONE. Bal: UGX 5,000'],
])('a forged amount is none because the balance is what was paid: %s', (_name, message) => {
  const facts = factsInMessage(message);
  expect(facts.paid).toBe(50_000);
  expect(doubtOf(facts, { amount: 5_000, lastDigits: '456' })).toMatchObject({ amount: 50_000 });
});

it('one that names two amounts as paid, or none in known words, is in doubt', () => {
  for (const message of [
    'You have sent UGX 50,000 to DEMO ONE. You have sent UGX 5,000 to DEMO ONE',
    'UGX 50,000 DEMO ONE. UGX 5,000',
  ]) {
    const facts = factsInMessage(message);
    expect([isUnclear(facts), doubtOf(facts, payment)]).toEqual([true, null]);
  }
});

const payment = { amount: 5_000, lastDigits: '456' };

/** As a cashier sees it. */
function lookOf(message: string): 'red' | 'amber' | 'green' {
  const facts = factsInMessage(message);
  if (doubtOf(facts, payment)) return 'red';
  return isUnclear(facts) ? 'amber' : 'green';
}

describe.each([
  'UGX 50,000',
  'UGX50000',
  'UGX.50,000.00',
  'Ugx: 50 000',
  'UGX 50.000',
  'USh 50,000',
  'UShs.50,000',
  'Shs 50,000',
  'Sh 50,000',
  'sh.50000',
  '50,000 UGX',
  '50000UGX',
  '50,000 shs',
  '50 000 shillings',
  '50,000/=',
  '50,000/-',
  '50,000',
  '50000',
])('a payment of 5,000 in a message that says %s', (amount) => {
  it.each([
    `You have sent ${amount} to DEMO ONE. ID: 26111900345`,
    `You have sent ${amount} to DEMO ONE. Fee: 100. Balance: UGX 5,000. ID: 26111900345`,
    `Your payment of ${amount} to DEMO ONE has been completed. Transaction ID: 26111900345`,
    `You have received ${amount} from AKELLO. Transaction ID: 26111900345`,
    `PAID.TID 89123456789. ${amount} to DEMO ONE Charge UGX 0. Bal UGX 5,000. 19-November-2026 10:04`,
  ])('is red: %s', (message) => {
    expect(factsInMessage(message).paid).toBe(50_000);
    expect(lookOf(message)).toBe('red');
  });
});

it.each([
  'You have sent UGX 50k to DEMO ONE. ID: 26111900345',
  'You have sent UGX 5,000k to DEMO ONE. ID: 26111900345',
  'You have sent UGX 5,000 thousand to DEMO ONE. ID: 26111900345',
  'You have sent fifty thousand to DEMO ONE. ID: 26111900345',
  'You have sent \uff15\uff10,000 to DEMO ONE. ID: 26111900345',
  'You have sent EUR 50,000 to DEMO ONE. ID: 26111900345',
  'Thank you for paying DEMO ONE. Transaction ID: 26111900345',
])('an amount that cannot be read is never green: %s', (message) => {
  expect(factsInMessage(message).paid).toBeNull();
  expect(lookOf(message)).not.toBe('green');
});

it.each([
  'You have sent UGX 5,000 to DEMO ONE, 256772123456 on 2026-11-19 10:04:11. Fee: UGX 100. Balance: UGX 23,400. Transaction ID: 26111900345. Thank you for using MTN MoMo.',
  'Your payment of UGX 5000 to DEMO ONE has been completed at 2026-11-19 10:04. Your new balance: UGX 1,200. Fee was UGX 0. Financial Transaction Id: 26111900346. External Transaction Id: 0193ab12.',
  "Y'ello. You have paid UGX 5,000 to DEMO ONE. ID: 26111900347",
  'You have received UGX 5,000 from AKELLO RUTH, 256772123456. Fee: UGX 0. Transaction ID: 501220931',
  'PAID.TID 89123456789. UGX 5,000 to DEMO ONE Charge UGX 0. Bal UGX 4,500. 19-November-2026 10:04',
  'SENT.TID 89123456789.UGX 5,000 to 0752123456',
  'Txn ID: MP261119.1530.A12345. UGX 5,000 paid to DEMO ONE. Bal: UGX 9,000',
  'You have sent UGX 5,000 to DEMO ONE. Balance: 50,000 UGX to date. ID: 26111900345',
  'You have sent UGX 5,000 to DEMO ONE. Balance: 50 000 UGX to date. ID: 26111900345',
  'You have sent UGX 5,000 to DEMO ONE. Fee: 1,100 UGX paid. ID: 26111900345',
  'You have paid 256772123456 UGX 5,000. You have sent UGX 5,000 to DEMO ONE. ID: 26111900345',
  'You have sent Shs.5,000/= to DEMO ONE. ID: 26111900345',
  '5,000/- paid to DEMO ONE. Txn ID: MP261119.1530.A12345',
  '26111900345',
  ' 2611 1900 345 ',
  'Transaction ID: 26111900345.',
  'TID 89123456789',
])('a true message, or a reference alone, is green: %s', (message) => {
  expect(lookOf(message)).toBe('green');
});
