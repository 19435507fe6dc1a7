import { beforeEach, expect, it } from 'vitest';
import { createNetworkWorld, type NetworkWorld, type TheirLine } from '../../test/network-world.ts';
import { openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';

/* The bank pays the file of a batch as one sum. */

let world: NetworkWorld;
let desk: SettlementDesk;
beforeEach(async () => {
  world = await createNetworkWorld();
  desk = await openSettlementDesk(world);
});

const dayMs = 86_400_000;
const line = (fields: Partial<TheirLine>): TheirLine => ({
  reference: 'FT9',
  phone: '',
  direction: 'out',
  amount: 60_000,
  at: Date.now() - 3 * dayMs,
  ...fields,
});
const ends = (from: number, to: number) =>
  [from, to].map((days) =>
    line({ reference: `F${days}`, at: Date.now() + days * dayMs, amount: 1, text: 'Float out' }),
  );
const open = async () =>
  (await world.get('/cases?state=open')).data.filter(
    ({ kind }: { kind: string }) => kind !== 'transfer',
  );
const states = () =>
  world.owner.rows<{ how: string | null; state: string }>(
    `select how, state from reconciliation_bookings where network = 'BANK' and kind = 'settlement'
     order by effect`,
  );
const referenceOf = async (id: string) =>
  (await world.owner.row<{ reference: string }>('select reference from settlements where id = $1', [
    id,
  ]))!.reference;
const difference = async () => {
  const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  return (await world.get(`/bridge?network=BANK&day=${day}`)).data.difference;
};
const asked = async (...amounts: number[]) => {
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await desk.asked(amount));
  return ids;
};
const payBatch = (id: string, bankReference = 'FT9') =>
  world.call(desk.clerk, 'POST', `/SettlementBatches/${id}/paid`, { bankReference });

it('one line with the reference of the batch stands for all of its settlements', async () => {
  const batchId = await desk.batched(...(await asked(10_000, 20_000, 30_000)));
  expect((await payBatch(batchId)).status).toBe(200);
  await world.tell('BANK', [...ends(-20, -19), line({})], 1_000_000);
  expect(await states()).toEqual(Array(3).fill({ how: 'batch', state: 'matched' }));
  expect(await open()).toEqual([]);
  expect(await difference()).toBe(0);
});

it('also without a reference, and if it is booked after the line came, which was a case', async () => {
  const batchId = await desk.batched(...(await asked(10_000, 20_000, 30_000)));
  await world.tell('BANK', [...ends(-20, -19), line({ reference: 'BULK7' })], 1_000_000);
  expect(await open()).toMatchObject([{ kind: 'only-theirs', effect: -60_000 }]);
  await payBatch(batchId, 'typed wrong');
  await world.match();
  expect(await open()).toEqual([]);
  expect(await states()).toEqual(Array(3).fill({ how: 'batch', state: 'matched' }));
});

it('lines for each of its settlements are matched one by one', async () => {
  const batchId = await desk.batched(...(await asked(10_000, 20_000)));
  await payBatch(batchId);
  const lines = [line({ amount: 10_000 }), line({ amount: 20_000 })];
  await world.tell('BANK', [...ends(-20, -19), ...lines], 1_000_000);
  expect(await states()).toEqual(Array(2).fill({ how: 'reference', state: 'matched' }));
  expect(await open()).toEqual([]);
});

it('what came back singly is matched with its return, booked before or never booked', async () => {
  const [first = '', second = '', third = ''] = await asked(10_000, 20_000, 30_000);
  const batchId = await desk.batched(first, second, third);
  // The bank could not pay the third; it is returned before anybody booked it.
  await desk.returned(third);
  await payBatch(batchId);
  await desk.returned(second);
  const back = async (id: string, amount: number, days: number) =>
    line({
      reference: `RT${days}`,
      direction: 'in',
      amount,
      at: Date.now() - days * dayMs,
      text: `Returned ${await referenceOf(id)}`,
    });
  const opening = await world.tell('BANK', [...ends(-20, -19), line({})], 1_000_000);
  expect(await open()).toMatchObject([{ kind: 'only-theirs', effect: -60_000 }]);
  await world.tell(
    'BANK',
    [await back(third, 30_000, 2.5), await back(second, 20_000, 2)],
    opening,
  );
  expect(await open()).toEqual([]);
  expect(await difference()).toBe(0);
});

it('a batch that the bank sent back as one sum is matched with all of its returns', async () => {
  const ids = await asked(10_000, 20_000);
  const batchId = await desk.batched(...ids);
  await payBatch(batchId);
  for (const id of ids) await desk.returned(id);
  const lines = [
    line({ amount: 30_000 }),
    line({ reference: 'RT1', direction: 'in', amount: 30_000, at: Date.now() - 2 * dayMs }),
  ];
  await world.tell('BANK', [...ends(-20, -19), ...lines], 1_000_000);
  expect(await open()).toEqual([]);
  expect(await difference()).toBe(0);
});

it('what the bank paid and sent back by lines of their own is the return, also if nobody booked it as paid', async () => {
  const [first = '', second = ''] = await asked(10_000, 20_000);
  const batchId = await desk.batched(first, second);
  await desk.returned(second);
  await payBatch(batchId, 'FT1');
  const reference = await referenceOf(second);
  const lines = [
    line({ reference: 'FT1', amount: 10_000, text: `Settlement ${await referenceOf(first)}` }),
    line({ reference: 'FT2', amount: 20_000, text: `Settlement ${reference}` }),
    line({
      reference: 'FT2R',
      direction: 'in',
      amount: 20_000,
      at: Date.now() - 2.9 * dayMs,
      text: `Returned: Settlement ${reference}`,
    }),
  ];
  await world.tell('BANK', [...ends(-20, -19), ...lines], 1_000_000);
  expect(await open()).toEqual([]);
  expect(await difference()).toBe(0);
});
