import { describe, expect, it } from 'vitest';
import type { NetworkReport } from '../networks/connector.ts';
import type { StoredPayment } from '../payments.queries.ts';
import { defaultPolling } from './poll-schedule.ts';
import {
  decide,
  rules,
  type Action,
  type Age,
  type Heard,
  type Phase,
  type Word,
} from './rules.ts';

const minute = 60_000;
const hour = 60 * minute;

interface Cell {
  readonly phase: Phase;
  readonly word: Word;
  readonly age: Age;
  readonly action: Action;
}

const cells: readonly Cell[] = Object.entries(rules).flatMap(([phase, words]) =>
  Object.entries(words).flatMap(([word, ages]) =>
    Object.entries(ages).map(([age, action]) => ({ phase, word, age, action }) as Cell),
  ),
);
const isOpen = ({ phase }: Cell) => phase !== 'paid' && phase !== 'failed';
const textOf = ({ phase, word, age }: Cell) => `${phase}, ${word}, ${age}`;
const where = (isIt: (cell: Cell) => boolean) => cells.filter(isIt).map(textOf);

describe('the table of rules', () => {
  it('ends every open payment when it is over, whatever is heard', () => {
    const ends: readonly Action[] = ['pay', 'fail', 'not-sent', 'review'];
    const goesOn = where(
      (cell) => isOpen(cell) && cell.age === 'over' && !ends.includes(cell.action),
    );
    // The network has what our books do not know as sent; its clock starts now.
    expect(goesOn).toEqual(['unsent, pending, over']);
  });

  it('releases money as not sent only if it never was, or the network provably does not know it', () => {
    expect(where(({ action }) => action === 'not-sent')).toEqual([
      'unsent, not-found, over',
      'unsent, no-answer, over',
      'sent, not-found, proven-unknown',
      'resent, not-found, proven-unknown',
    ]);
  });

  it('sends again only what the network does not know and never confirmed', () => {
    expect(where(({ action }) => action === 'send')).toEqual([
      'sent, not-found, early',
      'resent, not-found, early',
    ]);
  });

  it('fails a payment only by a final word, or by the refusal of its only sending', () => {
    const words = new Set(
      cells
        .filter(({ action }) => action === 'fail')
        .map(({ phase, word }) => (word === 'failed' ? word : `${phase} ${word}`)),
    );
    expect([...words]).toEqual(['failed', 'unsent refused', 'sent refused']);
  });

  it('asks people about what contradicts the books, and about what was paid but cannot be read', () => {
    expect(
      where(({ phase, action, age }) => phase === 'paid' && age === 'open' && action === 'review'),
    ).toEqual(['paid, other-amount, open', 'paid, other-currency, open', 'paid, failed, open']);
    const unread = cells.filter(({ word, age }) => word === 'paid-unreadable' && age === 'open');
    expect(unread.filter(({ action }) => action !== 'review').map(textOf)).toEqual([
      'paid, paid-unreadable, open',
    ]);
  });

  it('never changes a payment that ended without people', () => {
    const changes: readonly Action[] = ['pay', 'fail', 'not-sent', 'wait', 'send'];
    expect(where((cell) => !isOpen(cell) && changes.includes(cell.action))).toEqual([]);
  });
});

const collection = {
  direction: 'collection',
  amount: '100000',
  status: 'PENDING',
  send_count: 1,
  not_found_count: 0,
  ready_ms_ago: 1_000,
  sent_ms_ago: 1_000,
  last_sent_ms_ago: 1_000,
} as StoredPayment;
const payout: StoredPayment = { ...collection, direction: 'payout' };

const asked = (report: NetworkReport): Heard => ({ report, from: 'asking' });
const notFound = asked({ is: 'not-found' });
const silence: Heard = { report: { is: 'unknown', why: 'no call' }, from: 'silence' };
const refused: Heard = {
  report: { is: 'failed', reasonCode: 'NETWORK_REFUSED', reason: 'Refused' },
  from: 'sending',
};
const paid = (amount: bigint | null, currency: string | null = 'UGX') =>
  asked({ is: 'success', amount, currency, networkReference: null });

const decided = (payment: StoredPayment, heard: Heard, changes: Partial<StoredPayment> = {}) =>
  decide({ ...payment, ...changes }, heard, defaultPolling);

describe('a decision', () => {
  it('does not release a payout that was approved a day late after one not found', () => {
    const late = { ready_ms_ago: 5_000, sent_ms_ago: 5_000, last_sent_ms_ago: 5_000 };
    expect(decided(payout, notFound, late)).toBe('send');
    expect(decided(payout, notFound, { ...late, send_count: 3 })).toBe('wait');
  });

  it('does not fail a collection that was first sent in its tenth minute', () => {
    const times = { ready_ms_ago: 10 * minute, sent_ms_ago: 5_000, last_sent_ms_ago: 5_000 };
    expect(decided(collection, notFound, times)).toBe('send');
  });

  it.each([
    [4, 15 * minute, 'not-sent'],
    [3, 15 * minute, 'wait'],
    [4, 15 * minute - 1, 'wait'],
    [40, minute, 'wait'],
  ] as const)(
    'after %i times not found and %i ms since the last sending: %s',
    (before, ms, action) => {
      const times = { not_found_count: before, last_sent_ms_ago: ms, sent_ms_ago: ms + minute };
      expect(decided(payout, notFound, { ...times, send_count: 3 })).toBe(action);
    },
  );

  it('waits for an accepted payment that is not found, and gives it to people after a day', () => {
    const times = { status: 'PROCESSING', not_found_count: 30, last_sent_ms_ago: 23 * hour };
    expect(decided(payout, notFound, { ...times, sent_ms_ago: 23 * hour })).toBe('wait');
    expect(decided(payout, notFound, { ...times, sent_ms_ago: 24 * hour })).toBe('review');
    expect(decided(payout, silence, { ...times, sent_ms_ago: 24 * hour })).toBe('review');
  });

  it('takes a refusal as final only for the only sending', () => {
    expect(decided(payout, refused)).toBe('fail');
    expect(decided(payout, refused, { send_count: 2 })).toBe('wait');
  });

  it('lets an order that was never sent expire: a collection soon, a payout a day after its approval', () => {
    const unsent = { send_count: 0, sent_ms_ago: 0, last_sent_ms_ago: 0 };
    expect(decided(collection, silence, { ...unsent, ready_ms_ago: 9 * minute })).toBe('wait');
    expect(decided(collection, silence, { ...unsent, ready_ms_ago: 10 * minute })).toBe('not-sent');
    expect(decided(payout, silence, { ...unsent, ready_ms_ago: 23 * hour })).toBe('wait');
    expect(decided(payout, silence, { ...unsent, ready_ms_ago: 24 * hour })).toBe('not-sent');
  });

  it('pays only the amount that was asked for, in shillings', () => {
    expect(decided(collection, paid(100_000n))).toBe('pay');
    expect(decided(collection, paid(null))).toBe('pay');
    expect(decided(collection, paid(100_000n, 'EUR'))).toBe('review');
    expect(decided(collection, paid(90_000n))).toBe('review');
    expect(decided(collection, paid(100_000n), { status: 'FAILED' })).toBe('review');
    expect(decided(collection, paid(100_000n), { status: 'SUCCESS' })).toBe('nothing');
    expect(decided(collection, paid(90_000n), { status: 'SUCCESS' })).toBe('review');
  });
});
