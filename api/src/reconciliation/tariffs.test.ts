import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
} from '../../test/network-world.ts';
import { checkLedger } from '../ledger/check.ts';
import { runMatching } from './run-matching.ts';
import { feeBy, readTariffs, type Tariff } from './tariffs.ts';

const noon = Date.parse('2026-03-10T09:00:00Z');
const hour = 3_600_000;
const airtel = (hours: number, fields: Partial<OurPayment> = {}) =>
  aPayment({ at: noon + hours * hour, network: 'AIRTEL', direction: 'payout', ...fields });
const bands: Tariff = {
  network: 'AIRTEL',
  direction: 'payout',
  from: '2026-01-01',
  bands: [{ upTo: 5_000, fee: 100 }, { fee: 500 }],
};

describe('fees on a statement', () => {
  let world: NetworkWorld;
  const paid = [airtel(0), airtel(1), airtel(2), airtel(3, { direction: 'collection' }), airtel(9)];
  const fees = [0, 500, 700, 50, 0];
  const cases = async (state: string) =>
    (await world.get(`/cases?kind=fee&state=${state}`)).data.toSorted(
      (a: { number: number }, b: { number: number }) => a.number - b.number,
    );
  const details = async (id: string) => (await world.get(`/cases/${id}`)).data;
  const match = (tariffs: readonly Tariff[]) => runMatching(world.database, { tariffs });
  const difference = async () =>
    (await world.get('/bridge?network=AIRTEL&day=2026-03-10')).data.difference;

  beforeAll(async () => {
    world = await createNetworkWorld();
    await world.book(paid);
    const lines = paid.map((one, index) => ({ ...lineOf(one), fee: fees[index] ?? 0 }));
    await world.tell('AIRTEL', lines, 1_000_000);
  });

  it('are cases while no tariff speaks of them', async () => {
    await match([{ ...bands, from: '2026-03-11' }]);
    const open = await cases('open');
    expect(open.map(({ effect }: { effect: number }) => effect)).toEqual([-500, -700, -50]);
    expect(await details(open[0].id)).toMatchObject({ expectedFee: null });
  });

  it('are booked if they are as expected, and otherwise say what was', async () => {
    await match([bands]);
    const [other, collection] = await cases('open');
    expect(await details(other.id)).toMatchObject({
      effect: -700,
      expectedFee: 500,
      cause: 'The network took UGX 700 with this payment, and its tariff says UGX 500.',
      actions: ['network-fee', 'suspense', 'wait'],
    });
    expect(await details(collection.id)).toMatchObject({ effect: -50, expectedFee: null });
    const [booked, ...more] = await cases('settled');
    expect(more).toEqual([]);
    expect(booked).toMatchObject({ effect: -500, settledBy: 'server' });
    const { transactionIds, cause } = await details(booked.id);
    expect(cause).toContain('as its tariff says');
    const [id] = transactionIds;
    const legs = await world.owner.rows(
      `select a.kind, a.network, e.amount from entries e join accounts a on a.id = e.account_id
       where e.transaction_id = $1 order by a.kind`,
      [id],
    );
    expect(legs).toEqual([
      { kind: 'clearing', network: 'AIRTEL', amount: '50000' },
      { kind: 'fees', network: null, amount: '-50000' },
    ]);
    expect(await difference()).toBe(0);
  });

  it('stay as they are when it is looked again', async () => {
    await match([bands]);
    expect(await cases('open')).toHaveLength(2);
    await world.settle(...(await cases('open')).map(({ id }: { id: string }) => id));
    await match([bands]);
    expect(await difference()).toBe(0);
    expect((await checkLedger(world.database)).violations).toEqual([]);
  });
});

describe('a tariff', () => {
  const of = (tariffs: readonly Tariff[], ugx: number, day = '2026-03-10') =>
    feeBy(tariffs, { network: 'AIRTEL', direction: 'payout', day, amount: BigInt(ugx) * 100n });

  it('has bands by the amount, or a percent within bounds, from a day on', () => {
    expect([5_000, 5_001].map((ugx) => of([bands], ugx))).toEqual([100_00n, 500_00n]);
    expect(of([bands], 5_000, '2025-12-31')).toBeNull();
    const { bands: _, ...rest } = bands;
    const percent = { ...rest, percent: 1.5, least: 100, most: 2_000 };
    expect([1_000, 10_000, 10_033, 10_034, 500_000].map((ugx) => of([percent], ugx))).toEqual([
      100_00n,
      150_00n,
      150_00n,
      151_00n,
      2_000_00n,
    ]);
    const later = { ...percent, from: '2026-03-10' };
    expect(of([later, bands], 10_000)).toBe(150_00n);
    expect(of([later, bands], 10_000, '2026-03-09')).toBe(500_00n);
  });

  it.each([
    ['no JSON', '{', /cannot be read as JSON/],
    ['neither bands nor a percent', [{ ...bands, bands: undefined }], /either bands or a percent/],
    ['a last band with an end', [{ ...bands, bands: [{ upTo: 5, fee: 1 }] }], /do not grow/],
    ['an unknown field', [{ ...bands, fees: 1 }], /not a list of tariffs.*fees/s],
  ])('stops the start because of %s', (_what, json, message) => {
    const dir = mkdtempSync(join(tmpdir(), 'sente-tariffs-'));
    const file = join(dir, 'tariffs.json');
    writeFileSync(file, typeof json === 'string' ? json : JSON.stringify(json));
    expect(() => readTariffs(file)).toThrow(message);
    rmSync(dir, { recursive: true });
  });
});
