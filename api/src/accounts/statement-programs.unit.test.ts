import { spawnSync } from 'node:child_process';
import { sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { inTreeOrder, treeRoot } from '../accounting/liability-tree.ts';
import { checkLiabilities } from '@sente/contract/liability-proof';
import { fileOf, keyOfSeed, makeStatement, olderOf } from '../../test/statements.ts';

/* The programs with which others check statements, on the test vectors of docs/proofs.md. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sente-statements-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = [
  ...readFileSync(join(root, 'docs/proofs.md'), 'utf8').matchAll(/```(?:json|csv)\n([\s\S]*?)```/g),
].map(([, text = '']) => text);
const [keysText = '', ...statements] = blocks;
const [january = '', february = '', liabilities = '', olderLiabilities = '', olderJanuary = ''] =
  statements.map((text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
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
  expect(Buffer.from(fileOf(first, key)).toString()).toBe(january);
  expect(Buffer.from(fileOf(second, key)).toString()).toBe(february);
  expect(Buffer.from(fileOf(olderOf(first), key)).toString()).toBe(olderJanuary);
});

it('the vectors of liabilities are what the tree makes', async () => {
  const balances = [474_950n, 100n, 0n, 2_000_000n, 7n];
  const leaves = inTreeOrder(
    balances.map((balance, index) => ({
      companyId: `019a0000-0000-7000-8000-00000000000${index + 1}`,
      nonce: Buffer.alloc(32, index + 1),
      balance,
    })),
  );
  const { hash, sum } = treeRoot(leaves);
  expect(sum).toBe(2_475_057n);
  for (const text of [liabilities, olderLiabilities]) {
    expect(text).toContain(`"Root","${hash.toString('hex')}"\r\n`);
    const file = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
    const { verdict } = await checkLiabilities(file, [keyOfSeed(1).published]);
    expect(verdict).toBe('proved');
  }
});

const hasPackage = spawnSync('python3', ['-c', 'import cryptography']).status === 0;

/** Exit code and what it prints. */
function run(program: string, ...args: string[]) {
  const isPython = program.endsWith('.py');
  const command = isPython ? 'python3' : process.execPath;
  const all = [join(root, 'client', program), ...args, '--keys', keys];
  const { status, stdout, stderr } = spawnSync(command, all, { encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

const programs = ['verify-statement.mjs', ...(hasPackage ? ['verify_statement.py'] : [])];

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
describe.each(programs)('client/%s', { timeout: 30_000 }, (program) => {
  const [first, second] = [inFolder('01.csv', january), inFolder('02.csv', february)];

  it('proves two months in a row, and says when they are not in a row', () => {
    const right = run(program, first, second);
    expect(right.status, right.text).toBe(0);
    expect(right.text).toMatch(
      /opening balance (UGX )?4,?749.50, closing balance (UGX )?4,?749.57/,
    );
    const older = inFolder('01-older.csv', olderJanuary);
    expect(run(program, older, second).status).toBe(0);
    const wrong = run(program, second, first);
    expect(wrong.status).toBe(1);
    expect(wrong.text).toContain('does not begin where the one before');
  });

  it('proves a proof of liabilities, also beside statements, and finds a changed digit', () => {
    const file = inFolder('liabilities.csv', liabilities);
    const older = inFolder('older-liabilities.csv', olderLiabilities);
    const right = run(program, first, file, older, second);
    expect(right.status, right.text).toBe(0);
    expect(right.text).toMatch(/cannot be compared with the UGX 24,750\.57 that are owed\./);
    const changes = [
      ['"Liabilities","24', '"Liabilities","25'],
      ['BANK:90000000', 'BANK:90000001'],
      ['"Balance","4749.50"', '"Balance","4749.51"'],
      ['","20000.00"', '","19999.99"'],
    ] as const;
    for (const [from, to] of changes) {
      const changed = inFolder('changed.csv', liabilities.replace(from, to));
      expect({ to, status: run(program, changed).status }).toEqual({ to, status: 1 });
    }
  });

  it('says why more or less is held than is owed', () => {
    const all = liabilities.replace('AIRTEL::unknown BANK:90000000:part', 'AIRTEL:1000:statement');
    const [signed = '', own = ''] = all.split(/"Signature","[^"]+"\r\n/);
    const signature = sign(null, Buffer.from(signed), keyOfSeed(1).secret).toString('base64');
    const file = inFolder('gap.csv', `${signed}"Signature","${signature}"\r\n${own}`);
    const { status, text } = run(program, file);
    expect(status, text).toBe(0);
    expect(text).toContain(
      'UGX 24,761.07 are held and UGX 24,750.57 are owed to companies: UGX 10.50 more held than owed. By the books it would be UGX 0.50 more, for fees, taxes and other accounts of the provider. UGX 10 more is there than the books say: under way at the end of the day, or there before the first statement.',
    );
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
