import { beforeEach, describe, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
} from '../../test/network-world.ts';

let world: NetworkWorld;
beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
});

const midnight = Date.parse('2026-03-09T21:00:00Z');
const hour = 3_600_000;
const at = (hours: number, fields: Partial<OurPayment> = {}) =>
  aPayment({ at: midnight + hours * hour, ...fields });
const kinds = async () =>
  (await world.get('/cases?state=open')).data.map(({ kind }: { kind: string }) => kind);
const cell = async (day = '2026-03-10') =>
  (await world.get(`/days?to=${day}`)).data.days[0].cells[0].state;

const minuteOf = ({ at: ms }: OurPayment): string => {
  const [date = '', time = ''] = new Date(ms + 3 * hour).toISOString().split('T');
  return `${date.split('-').toReversed().join('/')} ${time.slice(0, 5)}`;
};
/** The export of MTN that has neither payouts nor balances. */
const received = (payments: readonly OurPayment[]): string[] => [
  'Id,Date,From,From account,From name,Amount',
  ...payments.map(
    (one) =>
      `${one.reference},${minuteOf(one)},FRI:${one.phone}/MSISDN,Mobile Money,A,${one.amount}`,
  ),
];
/** The export of MTN that has both. */
const withBalances = (payments: readonly OurPayment[], balances: readonly number[]): string[] => [
  'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance',
  ...payments.map((one, index) => {
    const [own, other] = ['FRI:1/MM,OWN', `FRI:${one.phone}/MSISDN,`];
    const sides = one.direction === 'collection' ? `${other},${own}` : `${own},${other}`;
    return `${one.reference},${minuteOf(one)},,${sides},${one.amount},${balances[index]}`;
  }),
];
let files = 0;
async function upload(rows: readonly string[], search = '') {
  const path = `/NetworkStatements?network=MTN&name=${++files}.csv${search || '&wallet=both'}`;
  const { status, text, body } = await world.sendCsv(world.staff, 'POST', path, rows.join('\n'));
  expect(status, text).toBe(200);
  await world.match();
  return body.data;
}

describe('a statement that lacks lines', () => {
  it('covers nothing if one could not be read; what it does tell still counts', async () => {
    const [first, missing, last, unknown] = [at(8), at(10), at(20), at(11)];
    await world.book([first, missing, last]);
    const bad = 'X1,10/03/2026 10:00,FRI:256772123456/MSISDN,Mobile Money,A,ten';
    const file = await upload([...received([first, unknown, last]), bad]);
    expect(file).toMatchObject({ badLines: 1 });
    expect(await kinds()).toEqual(['only-theirs']);
    await upload(received([first, last]));
    expect((await kinds()).toSorted()).toEqual(['only-ours', 'only-theirs']);
  });

  it('covers nothing if its lines do not lead from one balance to the other', async () => {
    const [first, missing, last] = [at(8), at(10), at(20)];
    await world.book([first, missing, last]);
    const file = await upload(withBalances([first, last], [510_000, 530_000]));
    expect(file).toMatchObject({ isBalanced: false, badLines: 0 });
    expect(await kinds()).toEqual([]);
    await world.tell('MTN', [first, last].map(lineOf), 500_000);
    expect(await kinds()).toEqual(['only-ours']);
  });
});

it('covers nothing without a line in the middle, also if its first line has a fee', async () => {
  const [first, missing, last] = [
    at(8, { network: 'AIRTEL', direction: 'payout' }),
    at(10, { network: 'AIRTEL' }),
    at(20, { network: 'AIRTEL' }),
  ];
  await world.book([first, missing, last]);
  const header =
    'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance';
  const rows = [
    `${first.reference},10-03-26 08:00,Payment,Transaction Success,10000,Debit,500,489500`,
    `${last.reference},10-03-26 20:00,Payment,Transaction Success,10000,Credit,0,509500`,
  ];
  const path = '/NetworkStatements?network=AIRTEL&name=cut.csv';
  const csv = [header, ...rows, ''].join('\n');
  const { body } = await world.sendCsv(world.staff, 'POST', path, csv);
  expect(body.data).toMatchObject({ isBalanced: false });
  await world.match();
  expect(await kinds()).toEqual(['fee']);
});

describe('statements without balances', () => {
  it('are joined if they overlap, or if one goes on in the next minute', async () => {
    const minute = 1 / 60;
    const [first, last, again, end] = [at(8), at(12), at(12 + minute), at(16)];
    const [early, late, after] = [at(11), at(15), at(20)];
    await world.book([first, last, again, end, early, late, after]);
    await upload(received([first, last]));
    expect(await kinds()).toEqual([]);
    await upload(received([again, end]));
    expect(await kinds()).toEqual(['only-ours']);
    await upload(received([end, after]));
    expect(await kinds()).toEqual(['only-ours', 'only-ours']);
  });

  it('do not cover the time between them', async () => {
    const paid = [at(8), at(12), at(13), at(20)];
    await world.book([...paid, at(11)]);
    await upload(received(paid.slice(0, 2)));
    await upload(received(paid.slice(2)));
    expect(await kinds()).toEqual([]);
  });
});

describe('a day', () => {
  it('is to the shilling only if statements cover all of it', async () => {
    const [first, last, next] = [at(0), at(20), at(24)];
    await world.book([first, last, next]);
    const closing = await world.tell('MTN', [first, last].map(lineOf), 500_000);
    expect(await cell()).toBe('partial');
    await world.tell('MTN', [lineOf(next)], closing);
    expect(await cell()).toBe('exact');
    expect(await cell('2026-03-11')).toBe('partial');
    expect(await cell('2026-03-12')).toBe('none');
  });

  it('is unknown if no balance is told, also after days that told one', async () => {
    const [first, last, next, end] = [at(0), at(20), at(24), at(48)];
    await world.book([first, last, next, end]);
    await world.tell('MTN', [first, last].map(lineOf), 500_000);
    expect(await cell()).toBe('partial');
    await upload(received([next, end]));
    expect(await cell('2026-03-11')).toBe('unknown');
  });
});

describe('a statement of one wallet', () => {
  const payout = (hours: number) => at(hours, { direction: 'payout' });

  it('says nothing about the other wallet, and the float is known with both', async () => {
    const paid = [at(0), at(12), at(24)];
    const sent = [payout(0), payout(13), payout(24)];
    const [missing, notSent] = [at(10), payout(11)];
    await world.book([...paid, ...sent, missing, notSent]);
    const collected = withBalances(paid, [510_000, 520_000, 530_000]);
    expect(await upload(collected, '&wallet=collection')).toMatchObject({ wallet: 'collection' });
    expect((await world.get('/cases')).data).toMatchObject([
      { kind: 'only-ours', effect: -10_000 },
    ]);
    const bridge = async () => (await world.get('/bridge?network=MTN&day=2026-03-10')).data;
    expect(await bridge()).toMatchObject({ float: null, difference: null });
    await upload(withBalances(sent, [290_000, 280_000, 270_000]), '&wallet=payout');
    const open = (await world.get('/cases')).data;
    expect(open).toHaveLength(2);
    expect(open).toContainEqual(expect.objectContaining({ kind: 'only-ours', effect: 10_000 }));
    expect(await bridge()).toMatchObject({ float: 800_000, difference: 0 });
    await world.settle(...open.map(({ id }: { id: string }) => id));
    expect(await cell()).toBe('exact');
  });

  it('is one that has neither balances nor lines of the other direction', async () => {
    const paid = [at(8), at(20)];
    await world.book([...paid, payout(10), at(11)]);
    expect(await upload(received(paid))).toMatchObject({ wallet: 'collection' });
    expect((await world.get('/cases')).data).toMatchObject([
      { kind: 'only-ours', effect: -10_000 },
    ]);
  });
});
