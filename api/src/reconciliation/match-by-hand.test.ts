import { beforeAll, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  noon,
  type NetworkWorld,
  type OurPayment,
} from '../../test/network-world.ts';
import { decide } from '../../test/settlements.ts';

/* A line and a booking that only people recognise as one payment. */

let world: NetworkWorld;
let booked: OurPayment;
const at = (hours: number, fields: object = {}) =>
  aPayment({ at: noon + hours * 3_600_000, ...fields });
const propose = (id: string, otherCaseId?: string) =>
  world.call(world.staff, 'POST', `/Reconciliation/cases/${id}/propose`, {
    action: 'match',
    note: 'The payer used another number',
    ...(otherCaseId && { otherCaseId }),
  });
const transactions = async () =>
  (await world.owner.row<{ count: string }>('select count(*) as count from transactions'))?.count;

beforeAll(async () => {
  world = await createNetworkWorld(1_000_000);
  booked = at(3);
  const [first, other, last] = [at(0), at(5, { amount: 7_000 }), at(12)];
  await world.book([first, booked, other, last]);
  // The id and the number are those of another wallet.
  const theirs = { ...lineOf(booked), reference: '999', phone: '256772999999' };
  await world.tell('MTN', [first, last].map(lineOf).concat(theirs), 500_000);
});

it('names the cases that have the other side and the same amount', async () => {
  const theirs = await world.caseOf('only-theirs');
  const { actions, candidates } = await world.details(theirs.id);
  expect(actions[0]).toBe('match');
  expect(candidates).toMatchObject([{ kind: 'only-ours', day: '2026-03-10' }]);
  const mine = (await world.cases()).find(({ effect }: { effect: number }) => effect === -10_000);
  expect((await world.details(mine.id)).candidates).toMatchObject([{ id: theirs.id }]);
  const unlike = (await world.cases()).find(({ effect }: { effect: number }) => effect === -7_000);
  expect(await world.details(unlike.id)).toMatchObject({ candidates: [] });
  expect((await propose(theirs.id)).body.fields).toEqual({ otherCaseId: 'Choose the other case' });
  expect((await propose(theirs.id, unlike.id)).body.message).toContain('not of the same amount');
});

it('is told in the sums, as both may cancel out', async () => {
  const { meta } = (await world.call(world.staff, 'GET', '/Reconciliation/cases?state=open')).body;
  expect(meta).toMatchObject({ more: 10_000, less: -17_000, inPairs: 10_000 });
});

it('is a pair like any other when a second person agrees, and nothing is posted', async () => {
  const theirs = await world.caseOf('only-theirs');
  const [mine] = (await world.details(theirs.id)).candidates;
  const before = await transactions();
  const proposed = await propose(theirs.id, mine.id);
  expect(proposed.status, proposed.text).toBe(200);
  const { approvalId } = proposed.body.data.proposed;
  const request = (await world.call(world.second, 'GET', `/Approvals/${approvalId}`)).body.data;
  expect(request.sentence).toContain(`is the other side of case ${mine.number}`);
  expect(request.pair).toMatchObject({
    theirs: { phoneNumber: '256772999999', amount: 10_000, reference: '999' },
    ours: { phoneNumber: booked.phone, amount: 10_000, reference: booked.reference },
  });
  expect(request.warnings).toEqual([
    expect.stringContaining('The numbers differ: +256 772 999999 there'),
    `The references differ: 999 there, ${booked.reference} here.`,
  ]);
  // Either case shows both sides, and that somebody proposed it.
  for (const id of [theirs.id, mine.id]) {
    const shown = await world.details(id);
    expect(shown.proposed).toMatchObject({ approvalId, isOwn: true });
    expect(shown.other).toMatchObject({
      theirs: { reference: '999', statementName: '1.csv' },
      ours: { networkReference: booked.reference },
      pair: request.pair,
    });
  }
  expect((await decide(world, world.staff, approvalId)).status).toBe(409);
  const done = await decide(world, world.second, approvalId);
  expect(done.status, done.text).toBe(200);
  for (const id of [theirs.id, mine.id]) {
    expect(await world.details(id)).toMatchObject({
      state: 'settled',
      action: 'match',
      transactionIds: [],
      other: { theirs: { lineNumber: 3 }, ours: { recordId: expect.any(String) } },
      history: [
        { what: 'opened' },
        {
          what: 'proposed',
          by: 'Test Person',
          text: expect.stringContaining('other side of case'),
        },
        { what: 'approved', by: 'Test Person' },
      ],
    });
  }
  expect(await transactions()).toBe(before);
  await world.match();
  expect(await world.cases()).toMatchObject([{ kind: 'only-ours', effect: -7_000 }]);
  const bridge = (await world.get('/bridge?network=MTN&day=2026-03-10')).data;
  expect(bridge).toMatchObject({ difference: 0, openCases: -7_000, paidNotBooked: 0 });
  expect(bridge).toMatchObject({
    start: { day: '2026-03-10', balance: 500_000 },
    opening: 500_000,
  });
});

it('a payment under another id of the network is offered before it is reversed or booked anew', async () => {
  const late = (hours: number, fields: object = {}) => at(100 + hours, fields);
  const [first, last] = [late(0), late(12)];
  // The first try failed, so the line of the second one looks like its late success.
  const failed = late(2, { isPaid: false, amount: 33_000 });
  const paid = late(2.1, { amount: 33_000, phone: failed.phone });
  await world.book([first, failed, paid, last]);
  await world.tell(
    'MTN',
    [lineOf(first), { ...lineOf(paid), reference: '777' }, lineOf(last)],
    900_000,
  );
  const cases = (await world.cases()).filter(
    ({ effect }: { effect: number }) => Math.abs(effect) === 33_000,
  );
  expect(cases).toMatchObject([{ kind: 'only-ours' }, { kind: 'late-success' }]);
  for (const { id } of cases) {
    const { actions, candidates } = await world.details(id);
    expect(actions[0]).toBe('match');
    expect(candidates[0].pair.differences).toMatchObject([{ of: 'reference' }]);
  }
  const [mine] = cases;
  const together = await world.call(world.staff, 'POST', '/Reconciliation/cases/propose', {
    caseIds: [mine.id],
    action: 'reverse',
    note: 'All are missing',
  });
  expect(together.body.message).toContain('may be its other side. Settle it by itself.');
  const { approvalId } = (await propose(mine.id, cases[1].id)).body.data.proposed;
  expect((await decide(world, world.second, approvalId)).status).toBe(200);
  await world.match();
  expect(await world.cases()).toMatchObject([{ effect: -7_000 }]);
});

it('a line whose booking is not late yet is said to wait', async () => {
  const [first, paid] = [at(200), at(205, { amount: 7_000 })];
  await world.book([first, paid]);
  await world.tell('MTN', [lineOf(first), { ...lineOf(paid), reference: '555' }], 950_000);
  const line = (await world.cases()).find(({ kind }: { kind: string }) => kind === 'only-theirs');
  expect(await world.details(line.id)).toMatchObject({
    waitingAlike: 1,
    // Another number, a week apart: possible, and not suggested.
    actions: ['wait', 'suspense', 'match'],
  });
});
