import { beforeEach, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type TheirLine,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';

/* Money between the bank and a network is on both statements, each with a reference of its own. */

let world: NetworkWorld;
const today = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 3 * 3_600_000;
const day = (days: number, hours = 0) => today + (days * 24 + hours) * 3_600_000;

beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
});

const open = async (network = 'BANK') =>
  (await world.get(`/cases?state=open&network=${network}`)).data;
const bankLine = (fields: Partial<TheirLine>): TheirLine => ({
  reference: 'FT1',
  phone: '',
  direction: 'out',
  amount: 5_000_000,
  at: day(-4),
  text: 'TRF MTN UGANDA LTD',
  ...fields,
});
/** With a movement at each end that nobody needs to book. */
const bank = (...lines: TheirLine[]) =>
  world.tell(
    'BANK',
    [
      bankLine({ reference: 'C1', amount: 1, at: day(-9), text: 'Ledger fee' }),
      ...lines,
      bankLine({ reference: 'C2', amount: 1, at: day(-1), text: 'Ledger fee' }),
    ],
    90_000_000,
  );
async function mtn(...ids: string[]): Promise<void> {
  const ends = [aPayment({ at: day(-9, 9) }), aPayment({ at: day(-1, 9) })];
  await world.book(ends);
  const topUps = ids.map((reference, index) => ({
    ...lineOf(aPayment({ at: day(-4, 9 + index) })),
    reference,
    amount: 5_000_000,
    text: 'Float deposit',
  }));
  await world.tell('MTN', [...ends.map(lineOf), ...topUps], 500_000);
}
const move = (bankReference: string, fields: object = {}) =>
  world.call(world.staff, 'POST', '/FloatTransfers', {
    network: 'MTN',
    direction: 'to-network',
    amount: 5_000_000,
    bankReference,
    ...fields,
  });
const floats = async () => (await open()).filter(({ kind }: { kind: string }) => kind !== 'charge');

it.each(['bank first', 'bank last'])(
  'what a case booked as a transfer is the line of the bank, whatever its words: %s',
  async (order) => {
    if (order === 'bank first') await bank(bankLine({}));
    await mtn('T77');
    const [found] = await open('MTN');
    expect(found).toMatchObject({ kind: 'transfer', effect: 5_000_000 });
    await world.settle(found.id);
    if (order === 'bank last') await bank(bankLine({}));
    await world.match();
    expect(await floats()).toEqual([]);
  },
);

it('who moves float is warned of one of the same amount within days, also when it is approved', async () => {
  await mtn('T77');
  const asked = await move('FT1');
  expect(asked.body.data.warnings).toEqual([]);
  const [found] = await open('MTN');
  await world.settle(found.id);
  const path = `/Approvals/${asked.body.data.id}`;
  const { warnings } = (await world.call(world.second, 'GET', path)).body.data;
  expect(warnings).toEqual([
    expect.stringMatching(
      /^UGX 5,000,000 from the bank to MTN was booked on [A-Z][a-z]+ \d\d, \d{4} by case \d+: make sure that this is another movement\.$/,
    ),
  ]);
  const others = [{ amount: 5_000_001 }, { network: 'AIRTEL' }, { direction: 'to-bank' }];
  for (const [index, other] of others.entries()) {
    expect((await move(`FT${index + 2}`, other)).body.data.warnings).toEqual([]);
  }
});

it('two equal transfers keep their references: the one that is missing is named', async () => {
  await mtn('T77', 'T78');
  for (const reference of ['FT1', 'FT2']) {
    const { id } = (await move(reference)).body.data;
    const done = await decide(world, world.second, id);
    expect(done.status, done.text).toBe(200);
  }
  await bank(bankLine({ reference: 'FT3', text: 'Float to MTN' }), bankLine({ reference: 'FT2' }));
  const rows = await world.owner.rows(
    `select reference, state from reconciliation_bookings where network = 'BANK' and kind = 'float' order by reference`,
  );
  expect(rows).toEqual([
    { reference: 'FT1', state: 'open' },
    { reference: 'FT2', state: 'matched' },
  ]);
  expect(await floats()).toMatchObject([{ reference: 'FT3' }]);
});
