import { describe, expect, it } from 'vitest';
import { closeDay } from '../../test/closed-days.ts';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
  type TheirLine,
} from '../../test/network-world.ts';

/* What a place had at the end of a day, by several statements, and what is signed of it. */

const start = Date.parse('2026-03-09T21:00:00Z');
const dayMs = 86_400_000;

describe("the balance of a bank's day", () => {
  const line = (amount: number): TheirLine => ({
    reference: `FT${amount}`,
    phone: '',
    direction: 'in',
    amount,
    at: start,
  });
  const [morning, noon, evening] = [line(100_000), line(20_000), line(3_000)];
  const floatAfter = async (
    ...statements: [lines: readonly TheirLine[], opening: number][]
  ): Promise<number> => {
    const world = await createNetworkWorld();
    for (const [lines, opening] of statements) await world.tell('BANK', lines, opening);
    return (await world.get('/bridge?network=BANK&day=2026-03-10')).data.float;
  };

  it('is that of the statement with all its lines, whichever came last', async () => {
    const whole = [[morning, noon, evening], 500_000] as const;
    const part = [[morning, noon], 500_000] as const;
    expect(await floatAfter([...whole], [...part])).toBe(623_000);
    expect(await floatAfter([...part], [...whole])).toBe(623_000);
  });

  it('is that of the statement that goes on where the other ends, although it has fewer lines', async () => {
    const first = [[morning, noon], 500_000] as const;
    const second = [[evening], 620_000] as const;
    expect(await floatAfter([...second], [...first])).toBe(623_000);
    expect(await floatAfter([...first], [...second])).toBe(623_000);
  });
});

describe('a day whose statement has a line that cannot be read', () => {
  const day = (days: number) =>
    [0, 20].map((hours) => aPayment({ at: start + days * dayMs + hours * 3_600_000 }));
  const rowOf = ({ reference, phone, at, amount }: OurPayment, balance: number) => {
    const [date = '', time = ''] = new Date(at + 3 * 3_600_000).toISOString().split('T');
    const minute = `${date.split('-').toReversed().join('/')} ${time.slice(0, 5)}`;
    return `${reference},${minute},,FRI:${phone}/MSISDN,A,FRI:1/MM,OWN,${amount},${balance}`;
  };
  /** The day before and the two days after are told whole. `lost` is what the line is about. */
  const cells = async (lost: number) => {
    const world = await createNetworkWorld(1_000_000);
    const [before, bad, after, last] = [day(0), day(1), day(2), day(3)];
    await world.book([...before, ...bad, ...after, ...last]);
    await world.tell('MTN', before.map(lineOf), 500_000);
    const rows = [
      'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance',
      rowOf(bad[0]!, 530_000),
      `X1,11/03/2026 10:00,,FRI:256772123456/MSISDN,A,FRI:1/MM,OWN,ten,${530_000 + lost}`,
      rowOf(bad[1]!, 540_000 + lost),
    ];
    const path = '/NetworkStatements?network=MTN&wallet=both&name=bad.csv';
    const { body } = await world.sendCsv(world.staff, 'POST', path, rows.join('\n'));
    expect(body.data).toMatchObject({ badLines: 1 });
    await world.match();
    const closing = await world.tell('MTN', after.map(lineOf), 540_000 + lost);
    await world.tell('MTN', last.map(lineOf), closing);
    const { days } = (await world.get('/days?to=2026-03-13')).data;
    return days.slice(0, 4).map(({ cells: [cell] }: { cells: unknown[] }) => cell);
  };

  it('shows what the float differs by, which the next day does not', async () => {
    expect(await cells(10_000)).toMatchObject([
      { state: 'partial', difference: 0 },
      { state: 'exact', difference: 0 },
      { state: 'differs', difference: 10_000, unexplained: 10_000 },
      { state: 'partial', difference: 0 },
    ]);
  });

  it('is no day without a statement, although nothing differs', async () => {
    expect((await cells(0))[2]).toMatchObject({ state: 'incomplete', difference: 0 });
  });
});

describe('a statement on which a signed day rests', () => {
  const tell = async (world: NetworkWorld, days: number, opening: number) => {
    const payments = [2, 12, 22].map((hour) =>
      aPayment({ at: start + days * dayMs + hour * 3_600_000 }),
    );
    await world.book(payments);
    await world.tell('MTN', payments.map(lineOf), opening);
    return (await world.call(world.staff, 'GET', '/NetworkStatements')).body.data[0].id;
  };
  const refusal = async (world: NetworkWorld, id: string) => {
    const reason = 'It is of another wallet';
    return (await world.call(world.staff, 'POST', `/NetworkStatements/${id}/withdraw`, { reason }))
      .body.message;
  };

  it('stays, also if it is the next one, whose beginning shows that the day is whole', async () => {
    const world = await createNetworkWorld(1_000_000);
    await tell(world, -1, 500_000);
    await tell(world, 0, 530_000);
    const next = await tell(world, 1, 560_000);
    const unrelated = await tell(world, 3, 700_000);
    expect((await closeDay(world, world.staff, '2026-03-10')).status).toBe(200);
    expect(await refusal(world, next)).toContain('2026-03-10 was closed with it');
    // Asked for.
    expect(await refusal(world, unrelated)).toBeNull();
  });

  it('stays if it came after the day was closed and before it was signed', async () => {
    const world = await createNetworkWorld(1_000_000);
    await world.owner.rows(
      `insert into closed_days (day, closed_by, closed_at)
       values ('2026-03-10', (select id from users limit 1), now() - interval '1 hour')`,
    );
    await world.tell('MTN', [lineOf(aPayment({ at: start + 3_600_000 }))], 500_000);
    const file = (await world.call(world.staff, 'GET', '/NetworkStatements')).body.data[0].id;
    const signed = await world.call(world.staff, 'POST', '/Accounting/days/2026-03-10/close', {});
    expect(signed.body.message).toBe('Day signed');
    expect(await refusal(world, file)).toContain('2026-03-10 was closed with it');
  });
});
