import { beforeEach, describe, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from '../../test/network-world.ts';
import { openSettlementDesk } from '../../test/settlements.ts';

/* What was paid and booked is no case, however its line is written. */

let world: NetworkWorld;
beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
});

const noon = Date.parse('2026-03-10T09:00:00Z');
const hour = 3_600_000;
const at = (hours: number, fields: Partial<OurPayment> = {}) =>
  aPayment({ at: noon + hours * hour, ...fields });
const kinds = async () =>
  (await world.get('/cases?state=open')).data.map(({ kind }: { kind: string }) => kind).toSorted();
let files = 0;
async function upload(rows: readonly string[], network = 'MTN') {
  const path = `/NetworkStatements?network=${network}&wallet=both&name=${++files}.csv`;
  const { status, text, body } = await world.sendCsv(world.staff, 'POST', path, rows.join('\n'));
  expect(status, text).toBe(200);
  await world.match();
  return body.data;
}

describe('a note of a person', () => {
  it('does not make a payment a fee or a reversal', async () => {
    const payout = { direction: 'payout' } as const;
    const paid = [at(0), at(1), at(2, payout), at(3, payout), at(4), at(9)];
    const notes = ['', 'School fees P5', 'Commission March', 'Charge of last week', 'Reversed it'];
    await world.book(paid);
    const lines = paid.map((one, index) => ({ ...lineOf(one), text: notes[index] ?? '' }));
    await world.tell('MTN', lines, 500_000);
    expect(await kinds()).toEqual([]);
  });

  it('does not make a payment that nobody booked a charge, nor one that failed here', async () => {
    const failed = at(1, { isPaid: false });
    const ends = [at(0), at(9)];
    await world.book([...ends, failed]);
    const unknown = { ...lineOf(at(2)), text: 'School fees P5' };
    const lines = [...ends.map(lineOf), unknown, { ...lineOf(failed), text: 'School fees' }];
    await world.tell('MTN', lines, 500_000);
    expect(await kinds()).toEqual(['late-success', 'only-theirs']);
  });

  it('does not hide a fee: what nothing here belongs to is one', async () => {
    const ends = [at(0), at(9)];
    await world.book(ends);
    const fee = { ...lineOf(at(2)), direction: 'out', amount: 300, text: 'Fee' } as const;
    await world.tell('MTN', [...ends.map(lineOf), fee], 500_000);
    expect(await kinds()).toEqual(['charge']);
  });
});

describe('the same payments in two layouts', () => {
  const minuteOf = ({ at: ms }: OurPayment): string => {
    const [date = '', time = ''] = new Date(ms + 3 * hour).toISOString().split('T');
    return `${date.split('-').toReversed().join('/')} ${time.slice(0, 5)}`;
  };
  const withId = (payments: readonly OurPayment[]) => [
    'Id,Date,From,From account,From name,Amount',
    ...payments.map(
      (one) =>
        `${one.reference},${minuteOf(one)},FRI:${one.phone}/MSISDN,Mobile Money,A,${one.amount}`,
    ),
  ];
  const withoutId = (payments: readonly OurPayment[]) => [
    'Date,From,From account,From name,To,To account,To name,To message,Currency,Amount',
    ...payments.map(
      (one) =>
        `${minuteOf(one)},FRI:${one.phone}/MSISDN,Mobile Money,A,FRI:1/MM,Mobile Money,OWN,Note,UGX,${one.amount}`,
    ),
  ];

  it.each([
    ['with the id first', withId, withoutId],
    ['with the id last', withoutId, withId],
  ])('are one line each, %s', async (_order, first, second) => {
    const paid = at(0);
    // The same person pays the same amount twice in a minute, and failed before.
    const again = at(0, { phone: paid.phone, at: paid.at + 10_000 });
    const failed = at(-0.1, { phone: paid.phone, isPaid: false });
    await world.book([failed, paid, again, at(1)]);
    const all = [paid, again, at(2)];
    await world.book(all.slice(2));
    expect(await upload(first(all))).toMatchObject({ newLines: 3, knownLines: 0 });
    expect(await upload(second(all))).toMatchObject({ newLines: 0, knownLines: 3 });
    expect(await kinds()).toEqual([]);
    const third = at(0, { phone: paid.phone, at: paid.at + 20_000 });
    expect(await upload(second([...all, third]))).toMatchObject({ newLines: 1, knownLines: 3 });
  });
});

describe('a line of the bank with another reference', () => {
  const bank = (fields: Partial<TheirLine>): TheirLine => ({
    reference: 'FT9',
    phone: '',
    direction: 'out',
    amount: 200_000,
    at: Date.now() - 5 * 24 * hour,
    ...fields,
  });

  it('does not stand for a settlement of the same amount', async () => {
    const desk = await openSettlementDesk(world);
    const id = await desk.asked(200_000);
    await desk.batched(id);
    await desk.pay(id, 'FT1');
    await world.tell('BANK', [bank({ text: 'Transfer J. Okello' })], 10_000_000);
    expect(await kinds()).toEqual(['only-theirs']);
    const [line] = (await world.get('/cases?network=BANK')).data;
    expect(line).toMatchObject({ reference: 'FT9', effect: -200_000 });
  });
});
