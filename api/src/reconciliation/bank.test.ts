import { beforeAll, expect, it } from 'vitest';
import { createNetworkWorld, type NetworkWorld } from '../../test/network-world.ts';
import { createTransaction } from '../../test/factories.ts';

let world: NetworkWorld;
const hourMs = 3_600_000;
const upload = (csv: string, name = 'bank.csv') =>
  world.sendCsv(world.staff, 'POST', `/NetworkStatements?network=BANK&name=${name}`, csv);
const cases = async (query = 'state=open') =>
  (await world.get(`/cases?network=BANK&${query}`)).data;

beforeAll(async () => {
  world = await createNetworkWorld();
});

const header = 'Transaction Date,Reference,Narration,Debit,Credit,Balance';

it('a statement of the bank is imported once, and its bad lines are named', async () => {
  const csv = [
    'Stanbic Bank Uganda,,,,,',
    header,
    '01/03/2026,,OPENING BALANCE,,,"1,000,000.00"',
    '02/03/2026,FT1,Deposit by Acme,,"250,000.00","1,250,000.00"',
    '02/03/2026,FT2,Both at once,5,7,"1,250,002.00"',
    '2026-03-03 10:15,FT3,Ledger fee,"1,500.00",,"1,248,500.00"',
    '32/03/2026,FT4,No such day,,5,"1,248,505.00"',
    '',
  ].join('\r\n');
  const { body } = await upload(csv);
  expect(body.data).toMatchObject({
    network: 'BANK',
    wallet: 'both',
    layout: 'Bank statement',
    newLines: 3,
    badLines: 2,
    openingBalance: 1_000_000,
    closingBalance: 1_248_500,
  });
  const path = `/NetworkStatements/${body.data.id}/bad-lines`;
  const bad = (await world.call(world.staff, 'GET', path)).body.data;
  expect(bad).toMatchObject([
    { lineNumber: 5, problem: 'Money came in and went out on one line' },
    { lineNumber: 7, problem: expect.stringContaining('is no date that exists') },
  ]);
  expect((await upload(csv)).body.message).toContain('imported before');
  const overlapping = [header, '02/03/2026,FT1,Deposit by Acme,,250000,1250000', ''].join('\n');
  const again = (await upload(overlapping, 'again.csv')).body.data;
  expect(again).toMatchObject({ newLines: 0, knownLines: 1 });
});

it('a charge of the bank is booked by two people, with the postings shown before', async () => {
  await world.match();
  const charge = (await cases('state=open&kind=charge'))[0];
  expect(charge).toMatchObject({ network: 'BANK', day: '2026-03-03', effect: -1_500 });
  const details = (await world.get(`/cases/${charge.id}`)).data;
  expect(details).toMatchObject({ actions: ['network-fee', 'suspense', 'wait'] });
  expect(details.cause).toContain('The bank charged the account');
  const path = `/Reconciliation/cases/${charge.id}/preview`;
  const preview = await world.call(world.staff, 'POST', path, { action: 'network-fee' });
  expect(preview.body.data.postings).toMatchObject([
    { kind: 'network-fee', legs: [{ amount: -1_500 }, { amount: 1_500 }] },
  ]);
  await world.settle(charge.id);
  expect(await cases('state=open&kind=charge')).toEqual([]);
  await world.match();
  expect(await cases('state=open&kind=only-ours')).toEqual([]);
});

it('a deposit that is booked late ends its case by itself', async () => {
  const [found] = await cases('state=open&kind=only-theirs');
  expect(found).toMatchObject({ effect: 250_000, reference: 'FT1' });
  await createTransaction(world.owner, world.companyId, world.accountId, {
    amount: 25_000_000n,
    at: new Date(Date.parse('2026-03-12T09:00:00Z') + hourMs),
  });
  await world.match();
  expect((await world.get(`/cases/${found.id}`)).data).toMatchObject({
    state: 'settled',
    settledBy: 'server',
  });
});
