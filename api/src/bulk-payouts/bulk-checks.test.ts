import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openBulkDesk, openBulkWorld, receivers, type BulkDesk } from '../../test/bulk-payouts.ts';
import { request, type MobileMoney } from '../../test/mobile-money.ts';
import { magicNumberOf } from '../payments/simulator/magic-numbers.ts';

let test: MobileMoney;
let desk: BulkDesk;
beforeAll(async () => {
  test = await openBulkWorld();
});
beforeEach(async () => {
  desk = await openBulkDesk(test);
});

/** What the check says of each line. */
async function said(lines: readonly string[]): Promise<[string, string][]> {
  const id = await desk.checked(lines);
  return (await desk.lines(id)).map(({ state, faults, warnings }) => [
    state,
    [...faults, ...warnings].join(' | '),
  ]);
}

it('names the faults of each line', async () => {
  await test.owner.rows(
    `insert into blocked_numbers (id, company_id, phone_number, reason, blocked_by)
     values (gen_random_uuid(), null, '256772555555', 'Fraud', $1)`,
    [desk.staff.userId],
  );
  const noNumber = 'Must be a Ugandan mobile number, such as 0772 123 456 or +256 772 123 456';
  const noAmount = 'The amount must be a number of shillings above 0';
  expect(
    await said([
      '0772100001,"1,500",,,',
      '12,1000,,,',
      ',,,,',
      ',1000,,,',
      '0772100002,many,,,',
      '0772100003,0,,,',
      '0772100004,10.50,,,',
      '0772100005,30000000,,,',
      '0772100006,1000,,Safaricom,',
      `${magicNumberOf('MTN', 'no wallet')},1000,,,`,
      '0772555555,1000,,,',
    ]),
  ).toEqual([
    ['ok', ''],
    ['faulty', noNumber],
    ['faulty', noNumber],
    ['faulty', noAmount],
    ['faulty', noAmount],
    ['faulty', 'Mobile money takes whole shillings only'],
    ['faulty', 'At most UGX 20,000,000 at once'],
    ['faulty', 'The network must be MTN or AIRTEL'],
    ['faulty', 'MTN has no wallet of this number'],
    ['faulty', 'Payments with this number are blocked'],
  ]);
});

it('finds what is doubled in the file, and what was paid lately', async () => {
  await request(test, desk.merchant, 'payouts', '256772100009', { amount: 7_000 });
  expect(
    await said([
      '0772100001,1000,,,June',
      '+256 772 100 001,1000,,,June',
      '0772100001,1000,,,July',
      '0772100009,7000,,,',
    ]),
  ).toEqual([
    ['ok', ''],
    ['faulty', 'The same as line 2'],
    ['ok', 'The number is also on line 2'],
    ['ok', 'The same amount went to this number within the last 24 hours'],
  ]);
});

it('asks the network for the name and compares it', async () => {
  // The simulator calls this number Moses Auma.
  const lines = ['0772100001,1000,AUMA Moses,,', '0772100001,1001,Grace Nakato,,'];
  const id = await desk.checked(lines);
  const [same, other] = await desk.lines(id);
  expect([same?.networkName, same?.warnings]).toEqual(['Moses Auma', []]);
  expect(other?.warnings).toContain('The file says Grace Nakato, MTN says Moses Auma');
  expect(await desk.get(id)).toMatchObject({ okCount: 2, warnedCount: 1 });
});

it('applies the limits of the company to each line', async () => {
  await test.owner.rows(
    `insert into payment_limits (company_id, scope, direction, kind, most)
     values ($1, 'company', 'payout', 'payment', 200000)`,
    [desk.merchant.companyId],
  );
  expect(await said(['0772100001,2000,,,', '0772100002,2001,,,'])).toEqual([
    ['ok', ''],
    ['faulty', 'The limit for one of the payouts is UGX 2,000.'],
  ]);
});

it('does not stop because a network says nothing', async () => {
  const setOut = async (isOut: boolean): Promise<void> => {
    const payload = { isOut };
    await test.simulator.app.inject({ method: 'PUT', url: '/simulator/settings', payload });
  };
  await setOut(true);
  const states = await said(receivers(3));
  await setOut(false);
  expect(states).toEqual(
    Array.from({ length: 3 }, () => ['ok', 'MTN did not say whose number it is']),
  );
});

it('shows the total with fees and taxes before anything is asked for', async () => {
  const { companyId } = desk.merchant;
  await test.owner.rows(
    `insert into fee_schedules (id, company_id, direction, percent_hundredths, effective_from, created_by)
     values (gen_random_uuid(), $1, 'payout', 100, now() - interval '1 day', $2)`,
    [companyId, desk.staff.userId],
  );
  const id = await desk.checked(['0772100001,100000,,,', '0772100002,50000,,,', '12,1,,,']);
  expect(await desk.get(id)).toMatchObject({
    amount: 150_000,
    fee: 1_500,
    faultyCount: 1,
    available: 10_000_000,
  });
  expect((await desk.submit(id)).body.message).toBe(
    'Some lines have faults. Leave them out, or upload another file.',
  );
  expect((await desk.submit(id, { leaveOutFaulty: true })).status).toBe(200);
  expect((await desk.lines(id)).map(({ state }) => state)).toEqual(['ok', 'ok', 'left-out']);
});

it('refuses a file without the columns, without lines, or with too many', async () => {
  const upload = async (file: string) => (await desk.upload([], { file })).body.fields?.['file'];
  expect(await upload('a,b\n1,2')).toContain('The first line must name the columns');
  expect(await upload('phone,amount\n\n')).toBe('The file has a header, but no lines');
  const many = ['phone;amount', ...Array.from({ length: 10_001 }, () => '0772100001;1')];
  expect(await upload(many.join('\n'))).toContain('The file has 10,001 lines');
  const replaced = await desk.checked(receivers(1));
  const answer = await desk.upload(receivers(2), { replaces: replaced });
  expect(answer.status, answer.text).toBe(200);
  expect((await desk.get(replaced)).state).toBe('cancelled');
});
