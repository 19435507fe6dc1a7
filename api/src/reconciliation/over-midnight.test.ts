import { beforeAll, describe, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';
import { findViolations } from '../ledger/invariants.ts';

/*
 * A payment that was asked for before midnight and paid after it. By call the network says when it began; its file has it
 * on the day on which it was paid, and so have its balances.
 */

const dayMs = 86_400_000;
const minute = 60_000;
const first = Date.parse('2026-03-09T21:00:00Z');
let world: NetworkWorld;
/** What the wallet has before the next day. */
let balance = 1_000_000;
let days = 0;

beforeAll(async () => {
  world = await createNetworkWorld(100_000_000);
});

const dayOf = (number: number): string =>
  new Date(first + number * dayMs + 3 * 3_600_000).toISOString().slice(0, 10);
const sumOf = (lines: readonly TheirLine[]): number =>
  lines.reduce(
    (sum, { direction, amount, fee = 0 }) => sum + (direction === 'in' ? amount : -amount) - fee,
    0,
  );

interface Told {
  readonly byCall: () => Promise<void>;
  readonly firstFile: () => Promise<void>;
  readonly secondFile: () => Promise<void>;
  /** Of the first day. */
  readonly number: number;
}

/** Two days, and a payment over the midnight between them. */
async function arrange(
  fields: Partial<OurPayment>,
  { fee = 0, isBooked = true, isOnFile = true, bookedAfter = 3 * minute } = {},
): Promise<Told> {
  const number = days;
  days += 2;
  const midnight = first + (number + 1) * dayMs;
  const at = (time: number) => aPayment({ network: 'AIRTEL', at: time });
  const over = aPayment({
    network: 'AIRTEL',
    at: midnight + 2 * minute,
    bookedAt: midnight + bookedAfter,
    ...fields,
  });
  const before = [at(midnight - dayMs), at(midnight - minute)];
  const after = [at(midnight), at(midnight + dayMs - minute)];
  await world.book([...before, ...after, ...(isBooked ? [over] : [])]);
  const paid = { ...lineOf(over), ...(fee > 0 && { fee }) };
  const lines = [before.map(lineOf), [...after.map(lineOf), ...(isOnFile ? [paid] : [])]] as const;
  const openings = [balance, balance + sumOf(lines[0])] as const;
  balance += sumOf(lines.flat());
  return {
    number,
    byCall: async () => {
      const begun = { ...lineOf(over), at: midnight - 2 * minute };
      await world.tellByCall([...[...before, ...after].map(lineOf), begun]);
      await world.match();
    },
    firstFile: async () => void (await world.tell('AIRTEL', lines[0], openings[0])),
    secondFile: async () => void (await world.tell('AIRTEL', lines[1], openings[1])),
  };
}

interface Cell {
  readonly network: string;
  readonly state: string;
  readonly unexplained: number;
  readonly openCases: number;
}
const cellsOf = async (number: number): Promise<readonly Cell[]> =>
  (await world.get(`/days?to=${dayOf(number)}`)).data.days.flatMap(
    ({ day, cells }: { day: string; cells: readonly Cell[] }) =>
      cells.filter(({ network }) => network === 'AIRTEL').map((cell) => ({ ...cell, day })),
  );
const cellOf = async (number: number) => (await cellsOf(number))[0];

/** All days so far, and the bridges of the last two. */
async function expectExplained(): Promise<void> {
  const cells = await cellsOf(days - 1);
  expect(cells.filter(({ unexplained }) => unexplained !== 0)).toEqual([]);
  for (const number of [days - 2, days - 1]) {
    const { data } = await world.get(`/bridge?network=AIRTEL&day=${dayOf(number)}`);
    expect([data.day, data.difference ?? 0]).toEqual([dayOf(number), 0]);
  }
}

describe.each(['collection', 'payout'] as const)('a %s over midnight', (direction) => {
  it.each([
    ['by call, by the file of its beginning, by that of its end', 'c12'],
    ['by call between both files', '1c2'],
    ['by call after both files', '12c'],
    ['by call, by the file of its end, by that of its beginning', 'c21'],
    ['by the files in the wrong order with the call between them', '2c1'],
  ])('told %s', async (_, order) => {
    const told = await arrange({ direction, amount: 31_000 });
    const ways = { c: told.byCall, 1: told.firstFile, 2: told.secondFile };
    for (const way of order) {
      await ways[way as keyof typeof ways]();
      await expectExplained();
    }
    expect(await cellOf(told.number)).toMatchObject({ state: 'exact', openCases: 0 });
    expect(await world.cases()).toEqual([]);
  });
});

it('booked before midnight, it is in the books alone on that day', async () => {
  const told = await arrange({ amount: 12_300 }, { bookedAfter: -minute });
  for (const way of [told.byCall, told.firstFile, told.secondFile]) {
    await way();
    await expectExplained();
  }
  const { data } = await world.get(`/bridge?network=AIRTEL&day=${dayOf(told.number)}`);
  expect(data).toMatchObject({ bookedNotPaid: 12_300, paidNotBooked: 0, difference: 0 });
});

it('with a fee that only the file tells, the fee is of the day of the file', async () => {
  const told = await arrange({ amount: 14_100 }, { fee: 150 });
  for (const way of [told.byCall, told.firstFile, told.secondFile]) {
    await way();
    await expectExplained();
  }
  const open = await world.cases();
  expect(open).toMatchObject([{ kind: 'charge', effect: -150, day: dayOf(told.number + 1) }]);
  await world.settle(open[0].id);
  await expectExplained();
});

it('unknown here, its case moves to the day on which it was paid', async () => {
  const told = await arrange({ amount: 15_500 }, { isBooked: false });
  await told.byCall();
  expect(await world.cases()).toMatchObject([{ kind: 'only-theirs', day: dayOf(told.number) }]);
  await told.firstFile();
  await expectExplained();
  await told.secondFile();
  await expectExplained();
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'only-theirs', day: dayOf(told.number + 1) });
  expect(await cellOf(told.number)).toMatchObject({ state: 'exact', openCases: 0 });
  await world.settle(found.id);
  await expectExplained();
});

it('whose file is withdrawn counts as the call alone tells it, until the file comes again', async () => {
  const told = await arrange({ amount: 16_600 });
  await told.byCall();
  await told.firstFile();
  await told.secondFile();
  const [file] = (await world.call(world.staff, 'GET', '/NetworkStatements')).body.data;
  const path = `/NetworkStatements/${file.id}/withdraw`;
  const asked = await world.call(world.staff, 'POST', path, { reason: 'Exported too early' });
  expect(asked.status, asked.text).toBe(200);
  const done = await decide(world, world.second, asked.body.data.withdrawal.approvalId);
  expect(done.status, done.text).toBe(200);
  await world.match();
  await expectExplained();
  await told.secondFile();
  await expectExplained();
  expect(await cellOf(told.number)).toMatchObject({ state: 'exact' });
});

it('missing in the files of both days, it is not explained, on the second one', async () => {
  const told = await arrange({ amount: 17_700 }, { isOnFile: false });
  await told.byCall();
  await told.firstFile();
  await expectExplained();
  await told.secondFile();
  expect(await cellOf(told.number)).toMatchObject({ unexplained: 0 });
  expect(await cellOf(told.number + 1)).toMatchObject({ unexplained: -17_700 });
  expect(await world.asOwner((db) => findViolations(db))).toEqual([]);
});
