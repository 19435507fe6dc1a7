import { spawnSync } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { leavesOf, treeRoot } from '../accounting/liability-tree.ts';
import { checkLiabilities } from '@sente/contract/liability-proof';
import { checkers, tellLeftOut } from '../../test/checkers.ts';
import { fileOf, keyOfSeed, makeStatement, olderOf } from '../../test/statements.ts';

/* The programs with which others check statements, on the test vectors of docs/proofs.md. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sente-statements-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = [
  ...readFileSync(join(root, 'docs/proofs.md'), 'utf8').matchAll(/```(?:json|csv)\n([\s\S]*?)```/g),
].map(([, text = '']) => text);
const [keysText = '', ...statements] = blocks;
const [
  january = '',
  february = '',
  liabilities = '',
  secondLiabilities = '',
  olderLiabilities = '',
  secondJanuary = '',
  olderJanuary = '',
] = statements.map((text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
const inFolder = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const keys = inFolder('keys.json', keysText);

it('the test vectors are what a server writes', async () => {
  const key = keyOfSeed(1);
  expect(JSON.parse(keysText)).toEqual({ keys: [key.published] });
  const first = await makeStatement(
    [
      { amount: 500_000n, description: 'Day pass, "Kampala"', reference: '+256772000001' },
      { amount: -25_050n, description: 'Zürich', reference: null },
    ],
    key,
  );
  const last = { amount: 7n, description: "'quoted", reference: '' };
  const second = await makeStatement([last], key, { month: 2, before: first });
  const written = [first, second, olderOf(first, '2'), olderOf(first)];
  const vectors = [january, february, secondJanuary, olderJanuary];
  expect(written.map((each) => Buffer.from(fileOf(each, key)).toString())).toEqual(vectors);
});

it('the vectors of liabilities are what the tree makes', async () => {
  const balances = [474_950n, 100n, 0n, 2_000_000n, 7n];
  const companies = balances.map((balance, index) => ({
    companyId: `019a0000-0000-7000-8000-00000000000${index + 1}`,
    nonce: Buffer.alloc(32, index + 1),
    balance,
  }));
  for (const [text, shares] of [
    [liabilities, 8],
    [secondLiabilities, 1],
    [olderLiabilities, 1],
  ] as const) {
    const { hash, sum } = treeRoot(leavesOf(companies, shares));
    expect(sum).toBe(2_475_057n);
    expect(text).toContain(`"Root","${hash.toString('hex')}"\r\n`);
    const file = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
    const { verdict } = await checkLiabilities(file, [keyOfSeed(1).published]);
    expect(verdict).toBe('proved');
  }
});

/** Exit code and what it prints. */
function run(program: string, ...args: string[]) {
  const isPython = program.endsWith('.py');
  const command = isPython ? 'python3' : process.execPath;
  const all = [join(root, 'client', program), ...args, '--keys', keys];
  const { status, stdout, stderr } = spawnSync(command, all, { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

tellLeftOut();

const signedPartOf = (text: string) => text.slice(0, text.indexOf('"Signature"'));
const hashOf = (text: string) => createHash('sha256').update(signedPartOf(text)).digest('hex');

/** As a server publishes it. */
function rootsOf(text: string, changes: object = {}): string {
  const value = (name: string) => new RegExp(`"${name}","([^"]*)"`).exec(text)?.[1];
  const day = {
    day: value('Day'),
    root: value('Root'),
    madeAt: value('Made At'),
    hash: hashOf(text),
    previous: value('Previous') ?? null,
  };
  return JSON.stringify({ days: [{ ...day, ...changes }] });
}

/** The proof of another day, by the right key. */
function resigned(changes: Readonly<Record<string, string>>): string {
  const signed = Object.entries(changes).reduce(
    (text, [name, value]) => text.replace(new RegExp(`"${name}","[^"]*"`), `"${name}","${value}"`),
    signedPartOf(liabilities),
  );
  const signature = sign(null, Buffer.from(signed), keyOfSeed(1).secret).toString('base64');
  const own = liabilities.slice(liabilities.indexOf('"Company ID"'));
  return `${signed}"Signature","${signature}"\r\n${own}`;
}

it('on an older Node the program says which one it needs', () => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '20.19.0' })";
  const args = [
    '--import',
    `data:text/javascript,${older}`,
    join(root, 'client', 'verify-statement.mjs'),
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([
    1,
    'This program needs Node 22.18 or newer; this is Node 20.19.0.',
  ]);
});

// Each starts programs of another language, which takes a while on a busy machine.
describe.each(checkers)('client/%s', { timeout: 30_000 }, (program) => {
  const [first, second] = [inFolder('01.csv', january), inFolder('02.csv', february)];

  it('proves two months in a row, and says when they are not in a row', () => {
    const right = run(program, first, second);
    expect(right.status, right.text).toBe(0);
    expect(right.text).toMatch(
      /opening balance (UGX )?4,?749.50, closing balance (UGX )?4,?749.57/,
    );
    for (const text of [olderJanuary, secondJanuary]) {
      expect(run(program, inFolder('01-older.csv', text), second).status).toBe(0);
    }
    const wrong = run(program, second, first);
    expect(wrong.status).toBe(1);
    expect(wrong.text).toContain('does not begin where the one before');
  });

  it('proves a proof of liabilities, also beside statements, and finds a changed digit', () => {
    const file = inFolder('liabilities.csv', liabilities);
    const roots = inFolder('roots.json', rootsOf(liabilities));
    const right = run(program, first, file, second, '--roots', roots);
    expect(right.status, right.text).toBe(0);
    // What networks and bank had is compared with what is owed, where all of it is known.
    expect(right.text).toContain('So it cannot be compared with the UGX 24,750.57 that are owed');
    for (const text of [secondLiabilities, olderLiabilities]) {
      const older = inFolder('older-liabilities.csv', text);
      expect(run(program, older, '--roots', inFolder('1.json', rootsOf(text))).status).toBe(0);
    }
    const [lastShare = ''] = /"Nonce"(?![\s\S]*"Nonce")[\s\S]*$/.exec(liabilities) ?? [];
    const [firstShare = ''] = /"Nonce"[\s\S]*?(?="Nonce")/.exec(liabilities) ?? [];
    const changes = [
      ['"Liabilities","24', '"Liabilities","25'],
      ['BANK:90000000', 'BANK:90000001'],
      ['"Balance","4749.50"', '"Balance","4749.51"'],
      ['"Share","152.88"', '"Share","152.89"'],
      ['","2330.97"', '","2330.96"'],
      // A share that is missing, or stands for another one.
      [lastShare, ''],
      [lastShare, firstShare],
    ] as const;
    for (const [from, to] of changes) {
      const changed = inFolder('changed.csv', liabilities.replace(from, to));
      expect({ to, status: run(program, changed).status }).toEqual({ to, status: 1 });
    }
  });

  it('says why more or less is held than is owed', () => {
    const [, held = ''] = /"Held","([^"]*)"/.exec(liabilities) ?? [];
    const told = held.replace('AIRTEL::unknown BANK:90000000:part', 'AIRTEL:1000:statement');
    const proof = resigned({ Held: told });
    const [file, roots] = [inFolder('gap.csv', proof), inFolder('gap.json', rootsOf(proof))];
    const { status, text } = run(program, file, '--roots', roots);
    expect(status, text).toBe(0);
    expect(text).toContain(
      'UGX 24,761.07 are held and UGX 24,750.57 are owed to companies: UGX 10.50 more held than owed. By the books it would be UGX 0.50 more, for fees, taxes and other accounts of the provider. UGX 10 more is there than the books say: under way at the end of the day, or there before the first statement.',
    );
  });

  it('compares roots with the published ones, and says if it cannot', () => {
    const file = inFolder('liabilities.csv', liabilities);
    const alone = run(program, file);
    expect(alone.status, alone.text).toBe(2);
    expect(alone.text).toContain('was not compared with the published one');
    for (const changes of [
      { root: 'ab'.repeat(32) },
      { hash: 'ab'.repeat(32) },
      { day: '2026-01-30', madeAt: '2026-03-02T00:00:00.000Z' },
    ]) {
      const roots = inFolder('other.json', rootsOf(liabilities, changes));
      expect(run(program, file, '--roots', roots).status).toBe(1);
    }
    const early = { day: '2026-01-30', madeAt: '2026-02-01T00:00:00.000Z' };
    const before = inFolder('early.json', rootsOf(liabilities, early));
    expect(run(program, file, '--roots', before).status).toBe(2);
  });

  it('follows the days from one proof to the next', () => {
    const write = (day: string, madeAt: string, previous: string) =>
      resigned({ Day: day, 'Made At': madeAt, Previous: previous });
    const monday = write('2026-02-02', '2026-03-01T10:00:00Z', '');
    const tuesday = write('2026-02-03', '2026-03-01T11:00:00Z', hashOf(monday));
    const wednesday = write('2026-02-04', '2026-03-01T12:00:00Z', hashOf(tuesday));
    const forged = write('2026-02-04', '2026-03-01T12:00:00Z', hashOf(monday));
    const other = write('2026-02-03', '2026-03-01T11:30:00Z', hashOf(monday));
    const roots = [monday, tuesday, wednesday, forged].flatMap(
      (text) => JSON.parse(rootsOf(text)).days,
    );
    const statusOf = (published: object[], ...texts: string[]) => {
      const files = texts.map((text, index) => inFolder(`day-${index}.csv`, text));
      const list = inFolder('days.json', JSON.stringify({ days: published }));
      return run(program, ...files, '--roots', list).status;
    };
    const real = roots.slice(0, 3);
    expect(statusOf(real, wednesday, monday, tuesday)).toBe(0);
    expect(statusOf(real, monday, wednesday)).toBe(0);
    expect(statusOf([roots[0], roots[2]], monday, wednesday)).toBe(2);
    expect(statusOf([roots[0], roots[1], roots[3]], tuesday, forged)).toBe(1);
    expect(statusOf(real, tuesday, other)).toBe(1);
  });

  it('proves in part what ends before its days do, until all parts are there', async () => {
    const key = keyOfSeed(1);
    const made = await makeStatement([{ amount: 100n }], key);
    const next = await makeStatement([{ amount: 5n }], key, { before: made });
    const write = (name: string, { head, links }: typeof made, changes: object) =>
      inFolder(name, fileOf({ head: { ...head, ...changes }, links }, key));
    const early = run(program, write('early.csv', made, { 'Made At': '2026-01-31T20:59:59Z' }));
    expect(early.status, early.text).toBe(2);
    expect(early.text).toContain('made on 2026-01-31 23:59, before 2026-01-31 was over');
    // A movement that is numbered within ten minutes may be dated before them.
    for (const [madeAt, expected] of [
      ['2026-01-31T21:09:59Z', 2],
      ['2026-01-31T21:10:00Z', 0],
    ] as const) {
      const soon = run(program, write('soon.csv', made, { 'Made At': madeAt }));
      expect(soon.status, soon.text).toBe(expected);
      expect(soon.text.includes('made on 2026-02-01 00:09, less than ten minutes after')).toBe(
        expected === 2,
      );
    }
    const one = write('1.csv', made, { Parts: '2' });
    const two = write('2.csv', next, { Part: '2', Parts: '2' });
    expect(run(program, one, two).status).toBe(0);
    for (const [file, missing] of [
      [one, 2],
      [two, 1],
    ] as const) {
      const { status, text } = run(program, file);
      expect(status, text).toBe(2);
      expect(text).toContain(`is not all of its days: part ${missing} is not here`);
    }
    expect(run(program, write('3.csv', made, { Part: '3', Parts: '2' })).status).toBe(1);
    // A part may begin with a movement that was numbered late; the first part of the days may not.
    const late = write('late.csv', next, { Part: '2', Parts: '2', From: '2026-01-02' });
    expect(run(program, late).status).toBe(2);
    const before = write('before.csv', made, { Parts: '2', From: '2026-01-02' });
    expect(run(program, before).status).toBe(1);
  });

  it('says what was changed', () => {
    const changed = inFolder('changed.csv', january.replace('"250.50"', '"250.51"'));
    const { status, text } = run(program, changed);
    expect(status).toBe(1);
    expect(text).toContain('The signature does not match');
    expect(run(program, inFolder('cut.csv', january.slice(0, -3))).status).toBe(1);
    expect(run(program, inFolder('other.csv', 'a,b\r\n')).status).toBe(1);
  });

  it('names the movement when the right key signed something wrong', async () => {
    const key = keyOfSeed(1);
    const made = await makeStatement([{ amount: 100n }, { amount: 20n }, { amount: 3n }], key);
    const links = made.links.with(1, { ...made.links[1]!, description: 'Other' });
    const { status, text } = run(
      program,
      inFolder('resigned.csv', fileOf({ ...made, links }, key)),
    );
    expect(status).toBe(1);
    expect(text).toMatch(/Entry 2\b.*its hash is not that of its content/);
    // Line breaks, quotes and apostrophes in texts are read as they were written.
    const odd = await makeStatement(
      [1n, 2n, 3n, 4n, 5n].map((amount) => ({ amount })),
      key,
    );
    expect(run(program, inFolder('odd.csv', fileOf(odd, key))).status).toBe(0);
  });
});

it('the program in Python says which package it needs, if it is missing', () => {
  const alone = ['-S', '-I', join(root, 'client/verify_statement.py'), 'a.csv', '--keys', keys];
  const { error, stderr } = spawnSync('python3', alone, { encoding: 'utf8' });
  // On a machine without Python there is nothing that could say so.
  expect(error ? String(error) : stderr).toMatch(/ENOENT|needs the package cryptography/);
});
