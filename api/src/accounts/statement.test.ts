import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { finishAll, postAll } from '../ledger/posting.queries.ts';
import type { Posting } from '../ledger/posting.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';
import { entriesPerPiece } from './statement.queries.ts';
import { writeStatement } from './statement.service.ts';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const heading = '"Date","Transaction ID","Reference","Description","Debit","Credit","Balance"';

async function statement(id: string, query = '', actor = staff) {
  const answer = await test.call(actor, 'GET', `/Account/${id}/statement${query}`);
  expect(answer.status, answer.text).toBe(200);
  const lines = answer.text.split('\r\n');
  expect(lines.pop(), 'the last line ends, too').toBe('');
  return { ...answer, lines };
}
const closing = (lines: string[]) => lines.at(-1)?.split(',').at(-1);

describe('a statement', () => {
  let companyId: string;
  let id: string;
  let ids: string[];

  beforeAll(async () => {
    companyId = await createCompany(test.owner);
    id = await createAccount(test.owner, companyId);
    const move = (at: string, amount: bigint, texts: object = {}) =>
      createTransaction(test.owner, companyId, id, { at: new Date(at), amount, ...texts });
    ids = [
      await move('2026-01-10T09:00:00Z', 100_000n, { description: 'Before' }),
      // The last moment of the 14th and the first of the 15th in Kampala.
      await move('2026-01-14T20:59:59.999Z', 5n),
      await move('2026-01-14T21:00:00Z', 50n, { description: 'First', reference: '+256772' }),
      await move('2026-01-15T12:30:15Z', -25_050n, { description: '=HYPERLINK("x"), paid' }),
      await move('2026-01-16T20:59:59.999Z', 1n, { description: 'Last' }),
      await move('2026-01-16T21:00:00Z', 7n, { description: 'After' }),
    ];
  });

  it('covers whole Kampala days between the opening and closing balance', async () => {
    const { lines } = await statement(id, '?startDate=2026-01-15&endDate=2026-01-16');
    expect(lines).toEqual([
      heading,
      '"2026-01-15","","","Opening balance","","","1000.05"',
      `"2026-01-15 00:00:00","${ids[2]}","'+256772","First","","0.50","1000.55"`,
      `"2026-01-15 15:30:15","${ids[3]}","","'=HYPERLINK(""x""), paid","250.50","","750.05"`,
      `"2026-01-16 23:59:59","${ids[4]}","","Last","","0.01","750.06"`,
      '"2026-01-16","","","Closing balance","","","750.06"',
    ]);
  });

  it('shows advances before their debits and repayments after their credits', async () => {
    const account = await createAccount(test.owner, companyId);
    const move = (amount: bigint, description: string) =>
      createTransaction(test.owner, companyId, account, { amount, description });
    const wrong = await move(900n, 'Sale');
    await move(-900n, 'Rent');
    await reverseWithTwo(test, staff, wrong);
    await move(1_000n, 'Next sale');
    const { lines } = await statement(account);
    expect(lines.slice(4, -1).map((line) => line.split('","').slice(3).join(' | '))).toEqual([
      'Advance by the provider for: Reversal: Sale |  | 9.00 | 9.00"',
      'Reversal: Sale | 9.00 |  | 0.00"',
      'Next sale |  | 10.00 | 10.00"',
      'Repayment to the provider from: Next sale | 9.00 |  | 1.00"',
    ]);
  });

  it('is sent as a file that may not be cached', async () => {
    const { headers } = await statement(id, '?startDate=2026-01-15&endDate=2026-01-16');
    const row = await test.owner.row<{ number: string }>(
      'select number from accounts where id = $1',
      [id],
    );
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="statement-${row?.number}-2026-01-15-2026-01-16.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is recorded in the audit log when a company downloads it, and only then', async () => {
    const member = await createMember(test.owner, { companyId });
    const account = await createAccount(test.owner, companyId);
    await statement(account, '?startDate=2026-01-15&endDate=2026-01-16', member);
    await statement(account, '?startDate=2026-01-15&endDate=2026-01-16');
    const log = await test.owner.rows(
      `select action, actor_id, company_id, result, details from audit_log
       where subject_type = 'accounts' and subject_id = $1`,
      [account],
    );
    expect(log).toEqual([
      {
        action: 'accounts.statement',
        actor_id: staff.userId,
        company_id: companyId,
        result: 'done',
        details: { firstDay: '2026-01-15', lastDay: '2026-01-16' },
      },
    ]);
  });

  it('is described as a file in the OpenAPI document', async () => {
    const document = (await test.app.inject('/api/openapi.json')).json();
    const { content } = document.paths['/Account/{id}/statement'].get.responses['200'];
    expect(content).toEqual({ 'text/csv': { schema: { type: 'string' } } });
  });

  it('connects to the statements before and after without gap or overlap', async () => {
    const all = (await statement(id, '?startDate=2020-01-01&endDate=2026-12-31')).lines;
    const parts = await Promise.all(
      ['2020-01-01/2026-01-14', '2026-01-15/2026-01-15', '2026-01-16/2026-12-31'].map((days) => {
        const [startDate, endDate] = days.split('/');
        return statement(id, `?startDate=${startDate}&endDate=${endDate}`);
      }),
    );
    expect(parts.flatMap(({ lines }) => lines.slice(2, -1))).toEqual(all.slice(2, -1));
    expect(closing(parts[0]?.lines ?? [])).toBe('"1000.05"');
    expect(closing(all)).toBe('"750.13"');
  });

  it('contains only the balances when nothing moved', async () => {
    for (const [days, balance] of [
      ['startDate=2020-01-01&endDate=2020-01-02', '0.00'],
      ['startDate=2026-01-12&endDate=2026-01-12', '1000.00'],
      ['startDate=2026-03-01&endDate=2026-03-01', '750.13'],
      ['endDate=0001-01-01', '0.00'],
    ] as const) {
      const { lines } = await statement(id, `?${days}`);
      expect(lines, days).toHaveLength(3);
      expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual([
        `"${balance}"`,
        `"${balance}"`,
      ]);
    }
    const unused = await createAccount(test.owner, companyId);
    expect((await statement(unused)).lines).toHaveLength(3);
  });

  it('covers the last thirty days by default', async () => {
    const day = 86_400_000;
    const recent = await createAccount(test.owner, companyId);
    for (const days of [32, 29, 0]) {
      await createTransaction(test.owner, companyId, recent, {
        at: new Date(Date.now() - days * day),
        amount: 100n,
      });
    }
    const { lines } = await statement(recent);
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain('"1.00"');
  });

  it('an invalid statement request gets a JSON error', async () => {
    const answer = await test.call(
      staff,
      'GET',
      `/Account/${id}/statement?startDate=2026-01-02&endDate=2026-01-01`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ startDate: 'Start date must not be after end date' });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  it('only company users with permission to view transactions get a statement', async () => {
    const member = await createMember(test.owner, { companyId });
    const restricted = await createMember(test.owner, { companyId, role: 'Restricted' });
    expect((await statement(id, '?startDate=2020-01-01', member)).lines).toHaveLength(9);
    const refused = await test.call(restricted, 'GET', `/Account/${id}/statement`);
    expect(refused.status).toBe(403);
  });

  it('shows when money moved, not when it was requested', async () => {
    const held = await createAccount(test.owner, companyId, {});
    await createTransaction(test.owner, companyId, held, {
      at: new Date('2026-02-01T12:00:00Z'),
      amount: 900n,
    });
    const transactionId = await createTransaction(test.owner, companyId, held, {
      at: new Date('2026-02-02T12:00:00Z'),
      amount: -400n,
      isPending: true,
    });
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    await finishAll(test.owner, [
      {
        companyId,
        transactionId,
        accountId: held,
        to: 'completed',
        at: new Date('2026-02-05T12:00:00Z'),
        legs: [
          { accountId: held, amount: -400n },
          { accountId: settlement, amount: 400n },
        ],
      },
    ]);
    const asked = await statement(held, '?startDate=2026-02-02&endDate=2026-02-02');
    expect(asked.lines).toHaveLength(3);
    const moved = await statement(held, '?startDate=2026-02-05&endDate=2026-02-05');
    expect(moved.lines[2]).toBe(
      `"2026-02-05 15:00:00","${transactionId}","","Arranged by a test","4.00","","5.00"`,
    );
  });
});

describe('a long statement', () => {
  let companyId: string;
  let id: string;
  const count = entriesPerPiece * 2 + 500;
  /** Midnight in Kampala falls in the middle of these entries. */
  const midnight = Date.parse('2026-01-31T21:00:00Z');

  beforeAll(async () => {
    companyId = await createCompany(test.owner);
    id = await createAccount(test.owner, companyId);
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    const posting = (n: number): Posting => ({
      companyId,
      accountId: id,
      type: 'credit',
      amount: 1n,
      legs: [
        { accountId: settlement, amount: -1n },
        { accountId: id, amount: 1n },
      ],
      kind: 'test',
      key: uuidV7(),
      description: `Number ${n}`,
      // A second apart and up to five minutes out of order, as with concurrent servers.
      at: new Date(midnight + (n - count / 2) * 1_000 + (n % 2 === 0 ? 300_000 : 0)),
    });
    for (let n = 0; n < count; n += 250) {
      await postAll(
        test.owner,
        Array.from({ length: 250 }, (_, more) => posting(n + more)),
      );
    }
  });

  it('a long statement is streamed whole and in order', async () => {
    const { lines } = await statement(id, '?startDate=2026-01-31&endDate=2026-02-01');
    expect(lines).toHaveLength(count + 3);
    expect(lines.slice(2, -1).map((line) => line.split(',')[3])).toEqual(
      Array.from({ length: count }, (_, n) => `"Number ${n}"`),
    );
    expect(closing(lines)).toBe('"45.00"');
  });

  it('a long statement ends at midnight, whatever number of entries existed when it was requested', async () => {
    const before = await statement(id, '?startDate=2026-01-31&endDate=2026-01-31');
    const after = await statement(id, '?startDate=2026-02-01&endDate=2026-02-01');
    // The first entry at or after midnight: 2,250 are earlier, half of them in the last five
    // minutes.
    expect(before.lines).toHaveLength(2_250 - 300 + 3);
    expect(before.lines.length + after.lines.length).toBe(count + 6);
    expect(closing(before.lines)).toBe(after.lines[1]?.split(',').at(-1));
  });

  it('a long statement leaves out entries posted while it is read', async () => {
    const days = { startDate: '2026-01-31', endDate: '2026-02-01' };
    const { pieces } = await writeStatement(test.database, platformScope, id, days);
    let text = String((await pieces.next()).value);
    expect(text.split('\r\n')).toHaveLength(entriesPerPiece + 3);
    await createTransaction(test.owner, companyId, id, { amount: 1n, at: new Date(midnight) });
    for await (const piece of pieces) text += piece;
    expect(text.split('\r\n')).toHaveLength(count + 4);
  });

  it('a long statement is a JSON error when its first chunk fails', async () => {
    await test.owner.rows('alter table entries rename column amount to moved_away');
    const answer = await test.call(staff, 'GET', `/Account/${id}/statement?startDate=2026-01-31`);
    await test.owner.rows('alter table entries rename column moved_away to amount');
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ success: false, code: 'internal' });
    expect(answer.headers['content-type']).toContain('application/json');
  });
});
