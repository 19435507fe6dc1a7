import { checkStatement, type PublishedKey } from '@sente/contract/statement-proof';
import { checkSequences } from '@sente/contract/statement-sequence';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { uuidV7 } from '../db/uuid.ts';
import { postAll } from '../ledger/posting.queries.ts';
import type { Posting } from '../ledger/posting.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

let test: TestApp;
let staff: TestActor;
let owner: TestActor;
let companyId: string;
let id: string;
const january = '?startDate=2026-01-01&endDate=2026-01-31';
const february = '?startDate=2026-02-01&endDate=2026-02-28';

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner, { name: 'Ŋŋoma & "Sons"' });
  owner = await createMember(test.owner, { companyId });
  id = await createAccount(test.owner, companyId);
  for (const [at, amount, description, reference] of [
    ['2026-01-10T09:00:00Z', 100_000n, 'Before', null],
    ['2026-01-15T12:30:15.123Z', -25_050n, '=HYPERLINK("x"), paid', "'+256\n772"],
    // The last moment of January and the first of February in Kampala, and one that was posted late.
    ['2026-01-31T20:59:59.999Z', 5n, "'quoted", ''],
    ['2026-01-31T21:00:00Z', 50n, 'First', '-'],
    ['2026-01-31T20:59:58Z', 7n, 'Late', 'Zürich'],
    ['2026-02-20T12:00:00Z', -1n, 'Last', null],
  ] as const) {
    const texts = { description, ...(reference !== null && { reference }) };
    await createTransaction(test.owner, companyId, id, { at: new Date(at), amount, ...texts });
  }
});

async function download(query: string, actor = owner, form = 'signed', account = id) {
  const answer = await test.app.inject({
    url: `/api/Account/${account}/statement/${form}${query}`,
    headers: { authorization: `Bearer ${actor.token}` },
  });
  const file = new Uint8Array(answer.rawPayload);
  return { status: answer.statusCode, file, headers: answer.headers, text: answer.body };
}

async function keys(): Promise<PublishedKey[]> {
  return (await test.app.inject('/.well-known/sente-keys.json')).json().keys;
}

it('a signed statement proves itself with the published key', async () => {
  const { file, headers, text } = await download(january);
  const { verdict, findings, head } = await checkStatement(file, await keys());
  expect(findings.map((finding) => finding.text)).toEqual([
    expect.stringMatching(
      /^Signed by Sente, portal\.example\.test with the key [0-9a-f]{16}; not a/,
    ),
    'UGX 0 and 3 movements make UGX 749.55.',
    'Entries 1 to 3, and none between is missing.',
    'Every movement has the hash of its content and of the movement before.',
  ]);
  expect(verdict).toBe('proved');
  expect(head).toMatchObject({ Company: 'Ŋŋoma & "Sons"', 'Closing Balance': '749.55' });
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/signed-statement-\d+-2026-01-01-2026-01-31\.csv/),
    'cache-control': 'no-store',
  });
  expect(text).toContain(`"'=HYPERLINK(""x""), paid","''+256\n772"`);
});

it('the day of a movement is the latest until then, so that months follow each other', async () => {
  const files = await Promise.all([january, february].map((days) => download(days)));
  const all = await download('?startDate=2020-01-01&endDate=2026-03-31');
  const published = await keys();
  const checks = await Promise.all(files.map(({ file }) => checkStatement(file, published)));
  expect(checks.map(({ verdict }) => verdict)).toEqual(['proved', 'proved']);
  const [first, second] = checks.map(({ head }) => head ?? expect.unreachable());
  expect([first?.['Last Entry'], second?.['First Entry'], second?.Movements]).toEqual([
    '3',
    '4',
    '3',
  ]);
  expect(checkSequences([first!, second!])).toEqual([expect.objectContaining({ state: 'holds' })]);
  expect(checkSequences([second!, first!])).toEqual([expect.objectContaining({ state: 'fails' })]);
  const whole = await checkStatement(all.file, published);
  expect(whole).toMatchObject({
    verdict: 'proved',
    head: { 'Hash After': second?.['Hash After'] },
  });
});

it('a statement without movements proves that nothing moved', async () => {
  const empty = await createAccount(test.owner, companyId);
  for (const account of [empty, id]) {
    const { file } = await download(
      '?startDate=2026-05-01&endDate=2026-05-02',
      owner,
      'signed',
      account,
    );
    const { verdict, findings } = await checkStatement(file, await keys());
    expect(verdict).toBe('proved');
    expect(findings.at(-1)?.text).toBe('Nothing moved.');
  }
});

it('the PDF shows the movements and has the signed statement attached', async () => {
  const { file, headers } = await download(january, owner, 'pdf');
  expect(headers['content-type']).toBe('application/pdf');
  const text = pdfText(Buffer.from(file));
  for (const part of [
    'Account Statement',
    '250.50',
    '749.55',
    'https://portal.example.test/verify',
  ]) {
    expect(text).toContain(part);
  }
  const check = await checkStatement(file, await keys());
  expect(check).toMatchObject({ verdict: 'proved', head: { Movements: '3' } });
  expect(check.findings.at(-1)?.text).toContain('The pages of the PDF are the signed ones');
  const damaged = file.slice();
  const at = Buffer.from(file).indexOf('EmbeddedFile') + 400;
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  expect((await checkStatement(damaged, await keys())).verdict).toBe('failed');
});

it('what moved before the chain is listed as not proved', async () => {
  const old = await createAccount(test.owner, companyId);
  const move = (amount: bigint, day: string) =>
    createTransaction(test.owner, companyId, old, { amount, at: new Date(`${day}T09:00:00Z`) });
  await move(100n, '2026-01-10');
  await move(200n, '2026-01-11');
  await test.asOwner(async (db) => {
    await db.rows('alter table transactions disable trigger user');
    await db.rows(
      `update transactions set chain_hash = null
       where id in (select transaction_id from entries where account_id = $1)`,
      [old],
    );
    await db.rows(
      `update accounts set chain_hash = null, chain_from = entry_count where id in
         (select account_id from entries where transaction_id in
           (select transaction_id from entries where account_id = $1))`,
      [old],
    );
    await db.rows('alter table transactions enable trigger user');
  });
  await move(-50n, '2026-02-10');
  const published = await keys();
  const check = async (query: string) =>
    checkStatement((await download(query, owner, 'signed', old)).file, published);
  const [before, across, later] = await Promise.all([
    check(january),
    check('?startDate=2026-01-11&endDate=2026-02-28'),
    check(february),
  ]);
  expect([before, across, later].map(({ verdict }) => verdict)).toEqual([
    'partly',
    'partly',
    'proved',
  ]);
  expect(across.findings.at(-1)?.text).toContain('Entries before 3 moved before the chain began');
  expect(checkSequences([before.head!, later.head!])[0]?.state).toBe('holds');
});

it('no statement ends after today, and one that ends today is proved in part', async () => {
  const today = kampalaDay(Date.now());
  const tomorrow = kampalaDay(Date.now() + dayMs);
  for (const form of ['signed', 'pdf']) {
    const { status, text } = await download(`?endDate=${tomorrow}`, owner, form);
    expect(status).toBe(400);
    expect(JSON.parse(text).fields).toEqual({
      endDate: 'A signed statement ends today at the latest',
    });
  }
  const { file } = await download(`?endDate=${today}`, owner, 'pdf');
  const { verdict, findings } = await checkStatement(file, await keys());
  expect(verdict).toBe('partly');
  expect(findings.map(({ text }) => text)).toContainEqual(
    expect.stringContaining(`before ${today} was over: what moved after that is not in it`),
  );
  // The closing balance is of that moment, not of the day.
  expect(pdfText(Buffer.from(file))).not.toMatch(new RegExp(`${today}\\s*Closing`));
});

it('only the own company and staff who read get one, and staff are recorded', async () => {
  const stranger = await createMember(test.owner, {});
  const restricted = await createMember(test.owner, { companyId, role: 'Restricted' });
  for (const form of ['signed', 'pdf']) {
    expect((await download(january, stranger, form)).status).toBe(404);
    expect((await download(january, restricted, form)).status).toBe(403);
    expect((await download(january, staff, form)).status).toBe(200);
  }
  const log = await test.owner.rows(
    `select action, details from audit_log where subject_id = $1 and actor_id = $2 order by at`,
    [id, staff.userId],
  );
  const details = { firstDay: '2026-01-01', lastDay: '2026-01-31' };
  expect(log).toEqual([
    { action: 'accounts.signedStatement', details },
    { action: 'accounts.statementPdf', details },
  ]);
});

// Thousands of rows are drawn and checked, which takes a while on a busy machine.
it(
  'a range with too many movements comes in parts that follow each other',
  { timeout: 60_000 },
  async () => {
    const busy = await createAccount(test.owner, companyId);
    const { settlement } = await systemAccountsOf(test.owner, companyId);
    const posting = (): Posting => ({
      companyId,
      accountId: busy,
      type: 'credit',
      amount: 1n,
      legs: [
        { accountId: settlement, amount: -1n },
        { accountId: busy, amount: 1n },
      ],
      kind: 'test',
      key: uuidV7(),
      description: 'Many',
      at: new Date('2026-01-20T12:00:00Z'),
    });
    for (let n = 0; n < 2_100; n += 300) {
      await postAll(test.owner, Array.from({ length: 300 }, posting));
    }
    const { status, text } = await download(january, owner, 'pdf', busy);
    expect(status).toBe(400);
    const choice =
      'These days have 2,100 movements; such a file has 2,000 at most. Choose part 1 to 2.';
    expect(JSON.parse(text).fields).toEqual({ part: choice });
    const parts = await Promise.all(
      [1, 2].map((part) => download(`${january}&part=${part}`, owner, 'pdf', busy)),
    );
    expect(parts[1]?.headers['content-disposition']).toContain('-2026-01-31-part-2.pdf');
    const published = await keys();
    const checks = await Promise.all(parts.map(({ file }) => checkStatement(file, published)));
    expect(checks.map(({ verdict, head }) => [verdict, head?.Movements])).toEqual([
      ['proved', '2000'],
      ['proved', '100'],
    ]);
    const heads = checks.map(({ head }) => head);
    expect(checkSequences(heads).map(({ state }) => state)).toEqual(['holds']);
    // Alone, each is not all of its days.
    for (const head of heads) expect(checkSequences([head])).toMatchObject([{ state: 'open' }]);
    const pages = parts.map(({ file: pdf }) => pdfText(Buffer.from(pdf)));
    expect(pages[0]).toContain('1 of 2; only all of them have all movements');
    expect(pages[0]).not.toContain('Closing balance');
    expect(pages[1]).toContain('Closing balance');
    expect(heads[1]).toMatchObject({ 'Opening Balance': '20.00', 'Closing Balance': '21.00' });
    const third = await download(`${january}&part=3`, owner, 'pdf', busy);
    expect(JSON.parse(third.text).fields).toEqual({ part: choice });
    const { file } = await download(`${january}&part=1`, owner, 'signed', busy);
    const check = await checkStatement(file, published);
    expect(check).toMatchObject({ verdict: 'proved', head: { Movements: '2100', Pages: '' } });
  },
);
