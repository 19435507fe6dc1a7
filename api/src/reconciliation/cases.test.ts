import type { TrialBalanceRow } from '@sente/contract/accounting';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  noon,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from '../../test/network-world.ts';
import { findViolations } from '../ledger/invariants.ts';

let world: NetworkWorld;
beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
});

const hour = 3_600_000;
const day = '2026-03-10';
const airtel = (fields: Partial<OurPayment> = {}) =>
  aPayment({ at: noon, network: 'AIRTEL', ...fields });

/** From midnight to midnight. */
const tell = (lines: readonly TheirLine[]) => world.tellDay('AIRTEL', lines, { hours: [-12, 12] });
const bridge = async (of = day) => (await world.get(`/bridge?network=AIRTEL&day=${of}`)).data;
const cell = async () =>
  (await world.get(`/days?to=${day}`)).data.days[0].cells.find(
    ({ network }: { network: string }) => network === 'AIRTEL',
  );

/** A difference, what its suggested action is, and what the account gains by it. */
const stories: readonly {
  readonly kind: string;
  readonly action: string;
  readonly ours: Partial<OurPayment> | null;
  readonly theirs: (ours: OurPayment) => readonly TheirLine[];
  readonly gains: number;
}[] = [
  {
    kind: 'only-theirs',
    action: 'suspense',
    ours: null,
    theirs: (of) => [{ ...lineOf(of), fee: 50 }],
    gains: 0,
  },
  { kind: 'only-ours', action: 'reverse', ours: {}, theirs: () => [], gains: -10_000 },
  {
    kind: 'late-success',
    action: 'late-success',
    ours: { isPaid: false },
    theirs: (of) => [lineOf(of)],
    gains: 10_000,
  },
  {
    kind: 'late-success',
    action: 'late-success',
    ours: { isPaid: false, direction: 'payout' },
    theirs: (of) => [{ ...lineOf(of), fee: 200 }],
    gains: -10_000,
  },
  {
    kind: 'not-paid',
    action: 'reverse',
    ours: { direction: 'payout' },
    theirs: (of) => [{ ...lineOf(of), isFailed: true }],
    gains: 10_000,
  },
  {
    kind: 'amount',
    action: 'account',
    ours: { direction: 'payout' },
    theirs: (of) => [{ ...lineOf(of), amount: 10_500 }],
    gains: -500,
  },
  {
    kind: 'doubled',
    action: 'suspense',
    ours: {},
    theirs: (of) => [lineOf(of), lineOf(of)],
    gains: 0,
  },
  {
    kind: 'fee',
    action: 'network-fee',
    ours: { direction: 'payout' },
    theirs: (of) => [{ ...lineOf(of), fee: 300 }],
    gains: 0,
  },
  {
    kind: 'charge',
    action: 'network-fee',
    ours: null,
    theirs: (of) => [{ ...lineOf(of), direction: 'out', text: 'Monthly charge' }],
    gains: 0,
  },
  {
    kind: 'transfer',
    action: 'float',
    ours: null,
    theirs: (of) => [{ ...lineOf(of), text: 'Float deposit' }],
    gains: 0,
  },
  {
    kind: 'reversal',
    action: 'reverse',
    ours: {},
    theirs: (of) => [
      lineOf(of),
      {
        ...lineOf(of),
        direction: 'out',
        at: of.at + hour,
        reference: 'MPB',
        text: `Reversal of ${of.reference}`,
      },
    ],
    gains: -10_000,
  },
];

it('foretells what the accounts of all companies have, as the trial balance shows them', async () => {
  const [known, unknown] = [airtel(), airtel()];
  await world.book([known]);
  await tell([lineOf(known), { ...lineOf(unknown), fee: 50 }]);
  const [found] = await world.cases();
  const path = `/Reconciliation/cases/${found.id}/preview`;
  const preview = await world.call(world.staff, 'POST', path, { action: 'suspense' });
  const legs = preview.body.data.postings.flatMap((posting: { legs: Leg[] }) => posting.legs);
  await world.settle(found.id);
  await requireTrialBalance(legs);
});

interface Leg {
  account: string;
  amount: number;
  balanceAfter: number;
}

/** What was foretold for the accounts of the provider is what the trial balance of all companies shows now. */
async function requireTrialBalance(legs: Leg[]): Promise<void> {
  const { body } = await world.call(world.staff, 'GET', '/Accounting/trial-balance');
  const of = new Map(legs.map(({ account, balanceAfter }) => [account, balanceAfter]));
  const shown = body.data.rows as TrialBalanceRow[];
  const find = (kind: string, network: string | null) =>
    shown.find((row) => row.kind === kind && row.network === network)?.closing;
  expect(of.get('Clearing Airtel')).toBe(find('clearing', 'AIRTEL'));
  for (const [account, kind] of [
    ['Suspense', 'suspense'],
    ['Fees', 'fees'],
  ] as const) {
    if (of.has(account)) expect(of.get(account)).toBe(find(kind, null));
  }
}

describe('a case', () => {
  it.each(stories)('$kind is settled by $action', async ({ kind, action, ours, theirs, gains }) => {
    const payment = airtel(ours ?? {});
    if (ours) await world.book([payment]);
    await tell(theirs(payment));
    const [found, ...others] = await world.cases();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind, network: 'AIRTEL', day });
    expect(await bridge()).toMatchObject({ openCases: found.effect, difference: 0 });
    expect(await cell()).toMatchObject({
      state: 'differs',
      openCases: 1,
      difference: found.effect,
    });

    const path = `/Reconciliation/cases/${found.id}/preview`;
    const preview = (await world.call(world.staff, 'POST', path, { action })).body.data;
    const before = await world.balance();
    const was = await bridge();
    await world.settle(found.id);
    expect(await world.balance()).toBe(before + gains);

    const details = await world.details(found.id);
    expect(details).toMatchObject({ state: 'settled', settledBy: 'people', action });
    const legs = preview.postings.map((posting: { legs: unknown }) => posting.legs);
    const posted = await Promise.all(
      details.transactionIds.map(
        async (id: string) =>
          (await world.call(world.staff, 'GET', `/Transaction/${id}`)).body.data,
      ),
    );
    const bare = (all: Leg[][]) =>
      all.map((of) => of.map(({ account, amount }) => [account, amount]));
    expect(bare(posted.map(({ legs: own }) => own))).toEqual(bare(legs));
    // It is booked today, and says which day it is about.
    expect(posted.map(({ correctsDay }) => correctsDay)).toEqual(posted.map(() => day));
    await world.match();
    expect(await world.cases()).toEqual([]);
    // What was booked and never paid is not called paid.
    const isOurs = kind === 'only-ours' || kind === 'not-paid';
    expect(await bridge()).toMatchObject({
      openCases: 0,
      difference: 0,
      paidNotBooked: was.paidNotBooked + (isOurs ? 0 : found.effect),
      bookedNotPaid: was.bookedNotPaid - (isOurs ? found.effect : 0),
    });
    const today = new Date(Date.now() + 3 * hour).toISOString().slice(0, 10);
    expect(await bridge(today)).toMatchObject({
      paidNotBooked: 0,
      bookedNotPaid: 0,
      difference: 0,
    });
    expect(await cell()).toMatchObject({ state: 'exact', openCases: 0, difference: 0 });
    expect(await world.asOwner((db) => findViolations(db))).toEqual([]);
  });
});
