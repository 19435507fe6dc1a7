import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
} from '../../test/network-world.ts';

/* Who works on a case and until when, what people write about it, and until when all is done. */

let world: NetworkWorld;
const noon = Date.parse('2026-03-10T09:00:00Z');
const amounts = [50_000, 250_000, 3_000_000];
const paid = (hours: number, amount = 10_000) =>
  aPayment({ at: noon + hours * 3_600_000, network: 'AIRTEL', amount });

/** Two days that are right, and one with a line for each amount that nothing here belongs to. */
beforeAll(async () => {
  world = await createNetworkWorld(1_000_000);
  const ours = [-12, 12, 36, 60].map((hours) => paid(hours));
  await world.book(ours);
  const theirs = amounts.map((amount, index) => paid(37 + index, amount));
  const all = [...ours, ...theirs].toSorted((a, b) => a.at - b.at);
  await world.tell('AIRTEL', all.map(lineOf), 500_000);
});

const list = async (query = '', as = world.staff) =>
  (await world.get(`/cases?state=open${query}`, as)).data as {
    id: string;
    effect: number;
    dueOn: string;
    severity: string;
    assignee: { name: string; isReader: boolean } | null;
  }[];
const effects = async (query: string, as = world.staff) =>
  (await list(query, as)).map(({ effect }) => effect);
const inDays = (count: number) => kampalaDay(Date.now() + count * dayMs);
const post = (path: string, body: object, as = world.staff) =>
  world.call(as, 'POST', `/Reconciliation/cases/${path}`, body);
const throughOf = async () =>
  (await world.get('/days')).data.reconciledThrough.find(
    ({ network }: { network: string }) => network === 'AIRTEL',
  ).day;

it('a place is reconciled through the day before the first open case, and further once it is settled', async () => {
  expect(await throughOf()).toBe('2026-03-11');
  const { data } = await world.get('/days');
  expect(data.reconciledThrough).toContainEqual({ network: 'MTN', day: null });
  const [least] = (await list('&sort=amount&direction=asc')).map(({ id }) => id);
  await world.settle(least!);
  // Two are left of that day.
  expect(await throughOf()).toBe('2026-03-11');
});

it('the larger a case is, the sooner it is due and the more severe, also once it is overdue', async () => {
  const [medium, large] = await list('&sort=amount&direction=asc');
  expect(medium).toMatchObject({ effect: 250_000, dueOn: inDays(3), severity: 'medium' });
  expect(large).toMatchObject({ effect: 3_000_000, dueOn: inDays(1), severity: 'high' });
  expect(await effects('&sort=due')).toEqual([3_000_000, 250_000]);
  expect(await effects('&sort=due&direction=desc')).toEqual([250_000, 3_000_000]);
  expect(await effects('&due=overdue')).toEqual([]);
  await world.owner.rows(
    `update reconciliation_cases set opened_at = now() - interval '5 days' where id = $1`,
    [medium!.id],
  );
  expect(await list('&due=overdue')).toMatchObject([{ effect: 250_000, severity: 'high' }]);
});

it('people take a case, take it over and give it back, and find theirs', async () => {
  const [large] = await list('&sort=amount');
  const path = `${large!.id}/assignee`;
  expect((await post(path, { isMine: true })).body.data.assignee).toMatchObject({ isReader: true });
  expect(await effects('&assignee=me')).toEqual([3_000_000]);
  expect(await effects('&assignee=me', world.second)).toEqual([]);
  expect(await effects('&assignee=none')).toEqual([250_000]);
  expect((await post(path, { isMine: true }, world.second)).status).toBe(200);
  expect(await effects('&assignee=me')).toEqual([]);
  expect((await list('&sort=amount'))[0]?.assignee).toMatchObject({ isReader: false });
  expect((await post(path, { isMine: false }, world.second)).body.data.assignee).toBeNull();
  const support = await createStaff(world.owner, 'Support');
  expect((await post(path, { isMine: true }, support)).status).toBe(403);
});

it('notes stay in the history, and a settled case is nobody’s work', async () => {
  const [large] = await list('&sort=amount');
  const written = await post(`${large!.id}/notes`, { text: 'Asked Airtel, ticket 17' });
  expect(written.status, written.text).toBe(200);
  expect(written.body.data.history.at(-1)).toMatchObject({
    what: 'noted',
    by: expect.stringMatching(/\w/),
    text: 'Asked Airtel, ticket 17',
  });
  expect((await post(`${large!.id}/notes`, { text: ' ' })).status).toBe(400);
  await expect(world.owner.rows('delete from case_notes')).rejects.toThrow(/append-only/);
  await world.settle(...(await list()).map(({ id }) => id));
  expect((await post(`${large!.id}/assignee`, { isMine: true })).status).toBe(409);
  const { data } = await world.get(`/cases/${large!.id}`);
  expect(data).toMatchObject({ state: 'settled', dueOn: null, severity: null });
  expect(await throughOf()).toBe('2026-03-12');
});
