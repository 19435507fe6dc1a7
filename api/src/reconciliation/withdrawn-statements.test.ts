import { beforeAll, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';

/* A statement that should not have been imported is taken back by two people, and leaves nothing. */

let world: NetworkWorld;
const noon = Date.parse('2026-03-10T09:00:00Z');
const at = (hours: number, fields: object = {}) =>
  aPayment({ at: noon + hours * 3_600_000, ...fields });
const right = [at(0), at(3), at(12)];
const strangers = [at(1), at(2, { amount: 70_000 }), at(14)];

const statements = async () =>
  (await world.call(world.staff, 'GET', '/NetworkStatements')).body.data;
const newest = async () => (await statements())[0];
const ask = (id: string, reason = 'It is of another wallet', as = world.staff) =>
  world.call(as, 'POST', `/NetworkStatements/${id}/withdraw`, { reason });
const withdraw = async (id: string) => {
  const asked = await ask(id);
  expect(asked.status, asked.text).toBe(200);
  const done = await decide(world, world.second, asked.body.data.withdrawal.approvalId);
  expect(done.status, done.text).toBe(200);
  await world.match();
};
const figures = async () => ({
  days: (await world.get('/days?to=2026-03-11')).data.days,
  bridge: (await world.get('/bridge?network=MTN&day=2026-03-10')).data,
});

beforeAll(async () => {
  world = await createNetworkWorld(1_000_000);
  await world.book(right);
  await world.tell('MTN', right.map(lineOf), 500_000);
});

it('takes two people, and the figures are as before it', async () => {
  const before = await figures();
  expect(before.bridge.difference).toBe(0);
  await world.tell('MTN', strangers.map(lineOf), 3_000_000);
  const file = await newest();
  const cases = await world.cases();
  expect(cases).toHaveLength(3);
  expect(await figures()).not.toEqual(before);

  const asked = await ask(file.id);
  const { approvalId } = asked.body.data.withdrawal;
  expect(asked.body.data).toMatchObject({ state: 'done', withdrawal: { at: null } });
  expect((await ask(file.id)).body.message).toBe('Somebody has asked to withdraw it already');
  expect((await decide(world, world.staff, approvalId)).status).toBe(409);
  const request = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  expect(request).toMatchObject({ kind: 'statement', statementId: file.id });
  expect(request.sentence).toContain(`Withdraw the statement ${file.name} of MTN`);
  expect(request.sentence).toContain('3 lines');
  const done = await decide(world, world.second, approvalId);
  expect(done.status, done.text).toBe(200);
  await world.match();

  expect(await world.cases()).toEqual([]);
  expect(await figures()).toEqual(before);
  const after = (await world.call(world.staff, 'GET', `/NetworkStatements/${file.id}`)).body.data;
  expect(after).toMatchObject({
    state: 'withdrawn',
    withdrawal: { reason: 'It is of another wallet', askedBy: 'Test Person' },
  });
  const ended = (await world.get(`/cases/${cases[0].id}`)).data;
  expect(ended).toMatchObject({ state: 'settled', settledBy: 'withdrawal', actions: [] });
  expect(ended.history.at(-1)).toMatchObject({ what: 'ended', text: file.name });
  expect((await ask(file.id)).body.message).toBe('The statement was withdrawn before');
});

it('the same file can be imported again, and its cases do not follow the withdrawn ones', async () => {
  await world.tell('MTN', strangers.map(lineOf), 3_000_000);
  const file = await newest();
  expect(file).toMatchObject({ state: 'done', newLines: 3, knownLines: 0 });
  const cases = await world.cases();
  expect(cases).toHaveLength(3);
  expect((await world.get(`/cases/${cases[0].id}`)).data.follows).toBeNull();
  await withdraw(file.id);
  expect(await world.cases()).toEqual([]);
});

it('what was booked is found by the right file afterwards', async () => {
  const payment = at(30);
  await world.book([payment]);
  const known = await world.tell('MTN', [lineOf(payment)], 530_000);
  const wrong = await newest();
  await withdraw(wrong.id);
  const state = () =>
    world.owner.row(
      'select state, line_id, how from reconciliation_bookings where reference = $1',
      [payment.reference],
    );
  expect(await state()).toEqual({ state: 'open', line_id: null, how: null });
  expect(await world.tell('MTN', [lineOf(payment)], 530_000)).toBe(known);
  expect(await state()).toMatchObject({ state: 'matched', how: 'reference' });
});

it('a booking that was missing only on it is no case any more', async () => {
  const [first, missing, last] = [at(50), at(53), at(60)];
  await world.book([first, missing, last]);
  await world.tell('MTN', [first, last].map(lineOf), 540_000);
  expect(await world.cases()).toMatchObject([{ kind: 'only-ours' }]);
  await withdraw((await newest()).id);
  expect(await world.cases()).toEqual([]);
  await world.tell('MTN', [first, last].map(lineOf), 540_000);
  expect(await world.cases()).toHaveLength(1);
});

it('stays while something rests on it, and says what', async () => {
  const [only] = await world.cases();
  await world.settle(only.id);
  const file = await newest();
  const refusal = async (id: string) => {
    const { status, body } = await ask(id);
    expect(status).toBe(409);
    return body.message;
  };
  expect(await refusal(file.id)).toContain(`case ${only.number} was settled because of it`);

  const stranger = at(80, { amount: 9_000 });
  await world.tell('MTN', [lineOf(stranger)], 550_000);
  const [theirs] = await world.cases();
  await world.settle(theirs.id);
  expect(await refusal((await newest()).id)).toContain(`case ${theirs.number} was settled`);

  const [one, two] = [at(100), at(101)];
  await world.book([one, two]);
  await world.tell('MTN', [lineOf(one)], 600_000);
  const earlier = await newest();
  await world.tell('MTN', [one, two].map(lineOf), 600_000);
  const later = await newest();
  expect(later).toMatchObject({ newLines: 1, knownLines: 1 });
  expect(await refusal(earlier.id)).toContain(`${later.name} repeats lines of it`);
  await withdraw(later.id);
  await withdraw(earlier.id);

  await world.tell('MTN', [lineOf(one)], 600_000);
  const closed = await newest();
  await world.owner.rows(
    `insert into closed_days (day, closed_by) values ('2026-03-14', (select id from users limit 1))`,
  );
  expect(await refusal(closed.id)).toContain('2026-03-14 was closed with it');
});

it('a line never changes, and a withdrawn one never comes back', async () => {
  for (const change of [
    'update statement_lines set amount = 1',
    'update statement_lines set is_withdrawn = false where is_withdrawn',
    'delete from statement_lines',
  ]) {
    await expect(world.owner.rows(change)).rejects.toThrow(/append-only/);
  }
});

it('lists the lines of a statement with what became of them', async () => {
  const [payment, stranger] = [at(200), at(201, { phone: '256772123000' })];
  await world.book([payment]);
  await world.tell('MTN', [payment, stranger].map(lineOf), 700_000);
  const { id } = await newest();
  const path = `/NetworkStatements/${id}/lines?pageSize=5`;
  const { data, meta } = (await world.call(world.staff, 'GET', path)).body;
  expect(meta).toMatchObject({ totalCount: 2 });
  expect(data).toMatchObject([
    { lineNumber: 2, reference: payment.reference, amount: 10_000, found: 'matched', caseId: null },
    { lineNumber: 3, phoneNumber: '256772123000', found: 'case', caseId: expect.any(String) },
  ]);
});
