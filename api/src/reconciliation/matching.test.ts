import { beforeAll, describe, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type TheirLine,
} from '../../test/network-world.ts';
import { platformScope } from '../db/scope.ts';
import { postForProvider } from '../ledger/suspense.ts';

let world: NetworkWorld;
let opening = 1_000_000;
/** Each test has a day of its own. */
let day = Date.parse('2026-03-10T06:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

beforeAll(async () => {
  world = await createNetworkWorld();
});

/** Imports the lines with one at each end, so that the statement covers the whole day. */
async function tell(lines: readonly TheirLine[]): Promise<void> {
  const ends = [
    aPayment({ at: day - 4 * hour, network: 'AIRTEL' }),
    aPayment({ at: day + 14 * hour, network: 'AIRTEL' }),
  ];
  await world.book(ends);
  opening = await world.tell('AIRTEL', [...ends.map(lineOf), ...lines], opening);
}

const dayText = () => new Date(day).toISOString().slice(0, 10);
const cases = async () => (await world.get(`/cases?day=${dayText()}`)).data;
const nextDay = () => (day += 24 * hour);
const payment = (
  fields: Parameters<typeof aPayment>[0] extends infer F ? Partial<F> : never = {},
) => aPayment({ at: day, network: 'AIRTEL', ...fields });
const how = async (id: string) =>
  (await world.owner.row<{ how: string; state: string }>(
    'select how, state from reconciliation_bookings where payment_id = $1',
    [id],
  ))!;

describe('a payment and its line', () => {
  it('belong together by the reference of the network', async () => {
    const paid = payment();
    await world.book([paid]);
    await tell([{ ...lineOf(paid), phone: '256700999999' }]);
    expect(await how(paid.id)).toEqual({ how: 'reference', state: 'matched' });
    expect(await cases()).toEqual([]);
  });

  it('belong together by our id, or by number, amount and time', async () => {
    nextDay();
    const near = payment({ reference: '' });
    const other = payment({ phone: near.phone, reference: '', at: day + 3 * hour });
    await world.book([near, other]);
    await world.owner.rows('update payments set network_reference = null where id = any($1)', [
      [near.id, other.id],
    ]);
    await tell([
      { ...lineOf(near), reference: 'A1', at: near.at + 4 * minute },
      { ...lineOf(other), reference: 'A2' },
    ]);
    expect(await how(near.id)).toEqual({ how: 'phone', state: 'matched' });
    expect(await how(other.id)).toEqual({ how: 'phone', state: 'matched' });
    expect(await cases()).toEqual([]);
  });

  it('wait for each other while a statement covers only part of the time', async () => {
    nextDay();
    const late = payment({ at: day + 14 * hour + 5 * minute });
    await world.book([late]);
    await tell([]);
    expect(await how(late.id)).toMatchObject({ state: 'open' });
    expect(await cases()).toEqual([]);
  });
});

it('a transfer from the bank and its line belong together, whatever the bank calls it', async () => {
  nextDay();
  await world.database.within(platformScope, (db) =>
    postForProvider(
      db,
      {
        network: 'AIRTEL',
        direction: 'collection',
        amount: 7_000_000n,
        key: 'FT1',
        reference: 'FT1',
        description: 'Float',
        at: new Date(day + hour),
      },
      'settlement',
    ),
  );
  await tell([{ ...lineOf(payment()), reference: 'MPT9', amount: 70_000, text: 'Float deposit' }]);
  expect(await cases()).toEqual([]);
});

describe('what does not agree', () => {
  it('is found once for each kind, and nothing else', async () => {
    nextDay();
    const at = (n: number) => day + n * 20 * minute;
    const fine = payment();
    const missing = payment({ at: at(1) });
    const more = payment({ at: at(2) });
    const twice = payment({ at: at(3), direction: 'payout' });
    const notPaid = payment({ at: at(4) });
    const failed = payment({ at: at(5), isPaid: false });
    const costs = payment({ at: at(6), direction: 'payout' });
    const backAgain = payment({ at: at(7) });
    await world.book([fine, missing, more, twice, notPaid, failed, costs, backAgain]);
    await tell([
      lineOf(fine),
      { ...lineOf(more), amount: 10_500 },
      lineOf(twice),
      { ...lineOf(twice), at: twice.at + minute },
      { ...lineOf(notPaid), isFailed: true },
      lineOf(failed),
      { ...lineOf(costs), fee: 300 },
      lineOf(backAgain),
      {
        ...lineOf(backAgain),
        direction: 'out',
        reference: 'MPB',
        at: at(8),
        text: `Reversal of ${backAgain.reference}`,
      },
      { ...lineOf(fine), reference: 'MPX', phone: '256701111111', amount: 4_321, at: at(9) },
      {
        ...lineOf(fine),
        reference: 'MPF',
        direction: 'out',
        amount: 200,
        at: at(9),
        text: 'Monthly charge',
      },
      { ...lineOf(fine), reference: 'MPT', amount: 50_000, at: at(9), text: 'Float deposit' },
    ]);
    const found = (await cases()).map(({ kind, effect }: { kind: string; effect: number }) => [
      kind,
      effect,
    ]);
    expect(found.toSorted()).toEqual([
      ['amount', 500],
      ['charge', -200],
      ['doubled', -10_000],
      ['fee', -300],
      ['late-success', 10_000],
      ['not-paid', -10_000],
      ['only-ours', -10_000],
      ['only-theirs', 4_321],
      ['reversal', -10_000],
      ['transfer', 50_000],
    ]);
    await world.match();
    await Promise.all([world.match(), world.match()]);
    expect(await cases()).toHaveLength(10);
  });
});
