import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openBulkDesk, openBulkWorld, receivers, type BulkDesk } from '../../test/bulk-payouts.ts';
import { request, signedCall, type MobileMoney } from '../../test/mobile-money.ts';
import { until } from '../../test/until.ts';
import { fromShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';
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
      '0772100004,450.000,,,',
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
    ['faulty', 'Write thousands with a comma or without a point'],
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

it('is stored once when the answer to the upload was lost', async () => {
  const idempotencyKey = uuidV7();
  const both = await Promise.all([1, 2].map(() => desk.upload(receivers(2), { idempotencyKey })));
  const again = await desk.upload(receivers(2), { idempotencyKey });
  const ids = [...both, again].map(({ status, body }) => [status, body.data.id]);
  expect(new Set(ids.map(String))).toEqual(new Set([`200,${again.body.data.id}`]));
  const other = await desk.upload(receivers(3), { idempotencyKey });
  expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
});

it('says that an earlier one pays the same lines, and is not submitted or approved without a word', async () => {
  const [first, second, third] = [
    await desk.checked(receivers(3)),
    await desk.checked([...receivers(2), '0772100009,1,,,']),
    await desk.checked(['0772100000,1000,,,Another order']),
  ];
  expect((await desk.get(second)).doubled).toBeNull();
  expect((await desk.submit(first)).status).toBe(200);
  const doubled = { id: first, name: 'Salaries', count: 2 };
  expect((await desk.get(second)).doubled).toMatchObject(doubled);
  expect((await desk.get(first)).doubled).toBeNull();
  const text = '2 lines are also in Salaries: the same number, amount and reference';
  const refused = await desk.submit(second);
  expect([refused.status, refused.body.message]).toEqual([409, text]);
  expect((await desk.submit(third)).status).toBe(200);
  expect((await desk.submit(second, { payDoubled: true })).body.data.doubled).toMatchObject(
    doubled,
  );
  // As if both had been submitted at the same moment.
  await test.owner.rows('update bulk_payouts set pays_doubled = false where id = $1', [second]);
  expect((await desk.approve(second)).body.message).toBe(text);
  await test.owner.rows('update bulk_payouts set pays_doubled = true where id = $1', [second]);
  for (const id of [first, second, third]) expect((await desk.approve(id)).status).toBe(200);
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
    ['faulty', 'At most UGX 2,000 in one payout.'],
  ]);
});

async function setOut(isOut: boolean): Promise<void> {
  const payload = { isOut };
  await test.simulator.app.inject({ method: 'PUT', url: '/simulator/settings', payload });
}

it(
  'asks a network that said nothing again, and systems do not pay a name that nobody compared',
  { timeout: 60_000 },
  async () => {
    const order = async (lines: readonly object[]): Promise<string> => {
      const body = { name: 'Payroll', lines };
      const answer = await signedCall(test.serverUrl, desk.merchant, 'POST', '/bulk-payouts', {
        body,
      });
      return fromShortId(answer.body.data.bulkId) ?? '';
    };
    // The simulator calls this number Moses Auma.
    const lines = Array.from({ length: 12 }, (_, i) => ({
      phoneNumber: '0772100001',
      amount: 1_000 + i,
      name: 'Grace Nakato',
    }));
    await setOut(true);
    const [given, nameless] = [
      await order(lines),
      await order([{ phoneNumber: '0772100002', amount: 900 }]),
    ];
    await desk.untilState(given, 'refused');
    await until('the check', async () => (await desk.get(nameless)).state !== 'checking');
    const unknown = 'MTN did not say whose number it is';
    expect((await desk.lines(given)).map(({ faults }) => faults)).toEqual(
      lines.map(() => [unknown]),
    );
    expect(await desk.get(nameless)).toMatchObject({ faultyCount: 0, warnedCount: 1 });
    const later = await order(lines);
    await wait(100);
    await setOut(false);
    await desk.untilState(later, 'refused');
    expect((await desk.lines(later))[11]).toMatchObject({
      networkName: 'Moses Auma',
      faults: ['The file says Grace Nakato, MTN says Moses Auma'],
    });
  },
);

it('does not stop because a network says nothing', async () => {
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

it('refuses a file without the columns, with two of one kind, without lines, or with too many', async () => {
  const upload = async (file: string) => (await desk.upload([], { file })).body.fields?.['file'];
  expect(await upload('a,b\n1,2')).toContain('The first line must name the columns');
  expect(await upload('phone,amount\n\n')).toBe('The file has a header, but no lines');
  expect(await upload('Phone,Amount,Phone\n0772100001,1,0772100002')).toBe(
    'Columns 1 and 3 could both be the phone: Phone and Phone. Rename or remove the one that is not.',
  );
  expect(await upload('phone,sum,ref,amount\n0772100001,1,a,2')).toContain(
    'could both be the amount: sum and amount',
  );
  const many = ['phone;amount', ...Array.from({ length: 10_001 }, () => '0772100001;1')];
  expect(await upload(many.join('\n'))).toContain('The file has 10,001 lines');
  const replaced = await desk.checked(receivers(1));
  const answer = await desk.upload(receivers(2), { replaces: replaced });
  expect(answer.status, answer.text).toBe(200);
  expect((await desk.get(replaced)).state).toBe('cancelled');
});

it('applies limits of a day and of a number to all lines together', async () => {
  const limit = (kind: string, most: number) =>
    test.owner.rows(
      `insert into payment_limits (company_id, scope, direction, kind, most)
       values ($1, 'company', 'payout', $2, $3)`,
      [desk.merchant.companyId, kind, most],
    );
  await limit('day', 120_000_00);
  await limit('number', 2);
  const lines = Array.from({ length: 130 }, (_, i) => `077${2_300_000 + i},1000,,,Pay ${i}`);
  // One number on lines that are far from each other, and a smaller amount that still fits at the end.
  for (const i of [60, 125]) lines[i] = `0772300000,${i === 60 ? 1_000 : 100},,,Again ${i}`;
  lines[129] = '0772400000,100,,,Small';
  lines[55] = '0772400001,900,,,Less';
  const id = await desk.checked(lines);
  const faulty = (await desk.lines(id, 'faulty')).map(({ number, faults }) => [number, faults]);
  const [first, ...rest] = faulty;
  const day =
    'The limit for payouts is UGX 120,000 a day, of which UGX 119,900 is used. It frees on';
  expect(first).toEqual([122, [expect.stringContaining(day)]]);
  expect(rest.map(([number]) => number)).toEqual([123, 124, 125, 126, 127, 128, 129, 130]);
  expect((rest[4] ?? [])[1]).toEqual([expect.stringMatching(/2 payouts a day with one number/)]);
  expect(await desk.get(id)).toMatchObject({ okCount: 121 });
});
