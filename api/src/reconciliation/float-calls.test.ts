import { kampalaDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import {
  createMerchant,
  request,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from '../../test/mobile-money.ts';
import { until } from '../../test/until.ts';
import { createLogger } from '../http/logger.ts';
import { importByCall } from '../network-statements/call.ts';
import { magicNumberOf, type BehaviourName } from '../payments/simulator/magic-numbers.ts';
import { readFloatCalls } from './float-calls.ts';
import { runMatching } from './run-matching.ts';

let test: MobileMoney;
let staff: TestActor;
let merchant: Merchant;
const logger = createLogger('silent');
const today = kampalaDay(Date.now());

beforeAll(async () => {
  test = await startMobileMoney({ lateAfterMs: 10 });
  staff = await createStaff(test.owner);
  merchant = await createMerchant(test.owner, 50_000_00n);
});

const pay = async (name: BehaviourName, status: string | null = 'SUCCESS') => {
  const id = await request(test, merchant, 'collections', magicNumberOf('AIRTEL', name));
  await until(`a payment that is ${status}`, async () => {
    const row = await test.owner.row<{ status: string; sent_at: Date | null }>(
      `select p.status, o.sent_at from payments p left join open_payments o on o.payment_id = p.id
       where p.id = $1`,
      [id],
    );
    return status === null ? row?.sent_at != null : row?.status === status;
  });
  return id;
};
const ask = () => readFloatCalls(test.database, test.engine.connectors, logger);
const match = () => runMatching(test.database);
const bridge = async (day = today) =>
  (await test.call(staff, 'GET', `/Reconciliation/bridge?network=AIRTEL&day=${day}`)).body.data;
let files = 0;
async function upload(): Promise<void> {
  const url = `${test.simulator.url}/simulator/statements/AIRTEL/${today}`;
  const csv = await (await fetch(url)).text();
  const path = `/NetworkStatements?network=AIRTEL&name=${++files}.csv`;
  const { status, text } = await test.sendCsv(staff, 'POST', path, csv);
  expect(status, text).toBe(200);
  await match();
}
const attention = async () =>
  (await test.call(staff, 'GET', '/AdminDashboard/attention')).body.data.unexplainedFloats;

it('a call is kept without an opinion while no statement tells a balance', async () => {
  await pay('approved');
  await pay('approved');
  await importByCall(test.database, test.engine.connectors, logger);
  await match();
  await ask();
  expect(await bridge()).toMatchObject({
    float: null,
    called: { amount: 100_002_000, explained: null, difference: null },
  });
});

it('a file tells the balances of lines that a call told first', async () => {
  await upload();
  await ask();
  expect(await bridge()).toMatchObject({
    float: 100_002_000,
    difference: 0,
    called: {
      amount: 100_002_000,
      explained: 100_002_000,
      parts: { ledger: 2_000, opening: 100_000_000, notBooked: 0, openCases: 0 },
      difference: 0,
    },
  });
});

it('what is booked since the statement, and what is under way, explains the call', async () => {
  await pay('approved');
  await pay('waits for a person', null);
  await ask();
  expect((await bridge()).called).toMatchObject({
    amount: 100_003_000,
    explained: 100_003_000,
    underWayIn: 1_000,
    underWayOut: 0,
    difference: 0,
  });
  expect(await attention()).toEqual([]);
});

it('a late success that people decide about is under way', async () => {
  const id = await pay('late success', 'FAILED');
  await until('the network says that it was paid', async () =>
    Boolean(await test.owner.row('select from payment_reviews where payment_id = $1', [id])),
  );
  await ask();
  expect((await bridge()).called).toMatchObject({
    amount: 100_004_000,
    explained: 100_003_000,
    underWayIn: 2_000,
    difference: 0,
  });
});

it('what nothing explains is told after a second answer, until it is explained', async () => {
  const less = test.engine.connectors.map((connector) => ({
    ...connector,
    floats: async () =>
      (await connector.floats()).map((float) => ({
        ...float,
        amount: float.amount === null ? null : float.amount - 7_000_00n,
      })),
  }));
  await readFloatCalls(test.database, less, logger);
  expect((await bridge()).called).toMatchObject({ amount: 99_997_000, difference: -6_000 });
  expect(await attention()).toEqual([]);
  await readFloatCalls(test.database, less, logger);
  expect(await attention()).toEqual([
    { network: 'AIRTEL', day: today, amount: -6_000, by: 'call' },
  ]);
  const news = () =>
    test.owner.rows<{ isOn: boolean; by: string | null }>(
      `select (data ->> 'isOn')::boolean as "isOn", data ->> 'by' as by from notification_events
       where kind = 'float-unexplained' order by id`,
    );
  expect(await news()).toEqual([{ isOn: true, by: 'call' }]);
  await ask();
  expect(await attention()).toEqual([]);
  expect(await news()).toHaveLength(2);
});

it('a past day shows what was told on it, and a network that tells nothing keeps what it told', async () => {
  const silent = test.engine.connectors.map((connector) => ({
    ...connector,
    floats: async () => [{ product: 'wallet' as const, amount: null }],
  }));
  await test.owner.rows(
    `update float_calls set day = day - 1, amount = 123_00 where network = 'AIRTEL'`,
  );
  await readFloatCalls(test.database, silent, logger);
  expect((await bridge()).called).toBeNull();
  const yesterday = kampalaDay(Date.now() - 86_400_000);
  expect((await bridge(yesterday)).called).toMatchObject({ amount: 123 });
  const { now } = (await test.call(staff, 'GET', '/Reconciliation/days')).body.data;
  expect(now.find(({ network }: { network: string }) => network === 'AIRTEL')).toMatchObject({
    called: { amount: 123 },
  });
});
