import { sign } from 'node:crypto';
import { checkLiabilities } from '@sente/contract/liability-proof';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOfSeed } from '../../test/statements.ts';
import { dayDocument, proofFile } from './liability-document.ts';
import { inTreeOrder, treePath, treeRoot, type Liability } from './liability-tree.ts';

/* Whoever checks a proof finds every change, and every balance is in the sum. */

const key = keyOfSeed(1);
const keys = [key.published];
const companyOf = (number: number) =>
  `019a0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

function liabilitiesOf(balances: readonly bigint[]): Liability[] {
  return inTreeOrder(
    balances.map((balance, index) => ({
      companyId: companyOf(index + 1),
      nonce: Buffer.alloc(32, index + 1),
      balance,
    })),
  );
}

function fileOf(leaves: readonly Liability[], position: number, changes: object = {}) {
  const { hash, sum } = treeRoot(leaves);
  const decimal = `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;
  const document = dayDocument({
    'Sente Liabilities': '2',
    Issuer: 'Sente, pay.example',
    Day: '2026-01-31',
    Currency: 'UGX',
    Companies: String(leaves.length),
    Liabilities: decimal,
    'Below Zero': '0.00',
    'System Accounts': `clearing:AIRTEL:0 clearing:MTN:${-sum - 50n} fees::50`,
    Held: 'AIRTEL:100:statement BANK::unknown MTN:-5:part',
    Previous: '',
    Root: hash.toString('hex'),
    Heads: 'ab'.repeat(32),
    'Made At': '2026-02-01T09:00:00Z',
    Key: key.published.id,
    ...changes,
  });
  const own = { liability: leaves[position]!, position, path: treePath(leaves, position) };
  return new Uint8Array(proofFile(document, sign(null, document, key.secret), own));
}

const someBalances = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), {
  minLength: 1,
  maxLength: 40,
});

it('every company proves its balance, and the sum of all leaves is that of the root', async () => {
  await fc.assert(
    fc.asyncProperty(someBalances, async (balances) => {
      const leaves = liabilitiesOf(balances);
      expect(treeRoot(leaves).sum).toBe(balances.reduce((sum, balance) => sum + balance, 0n));
      for (const position of leaves.keys()) {
        const { verdict, findings } = await checkLiabilities(fileOf(leaves, position), keys);
        expect({ verdict, findings }).toMatchObject({ verdict: 'proved' });
      }
    }),
    { numRuns: 25 },
  );
});

it('one changed byte anywhere fails', async () => {
  const leaves = liabilitiesOf([100n, 250_050n, 0n, 7n, 1_000_000n, 3n, 90n]);
  const file = fileOf(leaves, 3);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(file.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const changed = file.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        expect((await checkLiabilities(changed, keys)).verdict).toBe('failed');
      },
    ),
    { numRuns: 400 },
  );
});

it('another leaf, a shorter or longer path and an amount below zero fail', async () => {
  const leaves = liabilitiesOf([100n, 250n, 7n]);
  const text = Buffer.from(fileOf(leaves, 0)).toString();
  const lines = text.split('\r\n');
  const variants = {
    'another leaf': text.replace('"Leaf","0"', '"Leaf","1"'),
    'no such leaf': text.replace('"Leaf","0"', '"Leaf","3"'),
    'a shorter path': `${lines.slice(0, -2).join('\r\n')}\r\n`,
    'a longer path': text + `"${'cd'.repeat(32)}","0.00"\r\n`,
    'an apostrophe': text.replace('"Leaf","0"', `"Leaf","'0"`),
  };
  for (const [name, changed] of Object.entries(variants)) {
    expect(changed, name).not.toBe(text);
    const { verdict } = await checkLiabilities(new TextEncoder().encode(changed), keys);
    expect({ name, verdict }).toEqual({ name, verdict: 'failed' });
  }
  const below = fileOf(liabilitiesOf([100n, -50n]), 0);
  expect((await checkLiabilities(below, keys)).verdict).toBe('failed');
});

it('what is held is read in each form and in no other, and older days have none', async () => {
  const leaves = liabilitiesOf([100n, 250n]);
  const { findings } = await checkLiabilities(fileOf(leaves, 0), keys);
  expect(findings.at(-1)?.text).toBe('So it cannot be compared with the UGX 3.50 that are owed.');
  expect(findings.at(-2)?.text).toBe(
    'Signed beside it, by statements: UGX 1 at Airtel, UGX -0.05 at MTN (of a part of the day only). No statement told what was at the bank.',
  );
  for (const wrong of ['MTN:1', 'MTN::statement', 'MTN:1:unknown', 'mtn:1:part', 'MTN:1.5:part']) {
    const { verdict } = await checkLiabilities(fileOf(leaves, 0, { Held: wrong }), keys);
    expect({ wrong, verdict }).toEqual({ wrong, verdict: 'failed' });
  }
  const older = fileOf(leaves, 0, { 'Sente Liabilities': '1' });
  expect(Buffer.from(older).toString()).not.toContain('Held');
  expect((await checkLiabilities(older, keys)).verdict).toBe('proved');
});

it('says why more or less is held than is owed', async () => {
  const leaves = liabilitiesOf([100n, 250n]);
  const held = async (amounts: string) =>
    (await checkLiabilities(fileOf(leaves, 0, { Held: amounts }), keys)).findings.at(-1)?.text;
  // 350 are owed, 50 are fees, and by the books 400 are at MTN.
  expect(await held('MTN:1000:statement')).toBe(
    'UGX 10 are held and UGX 3.50 are owed to companies: UGX 6.50 more held than owed. By the books it would be UGX 0.50 more, for fees, taxes and other accounts of the provider. UGX 6 more is there than the books say: under way at the end of the day, or there before the first statement.',
  );
  expect(await held('MTN:300:part')).toContain('UGX 0.50 less held than owed.');
});

it('books that do not sum to zero fail, although they are signed', async () => {
  const leaves = liabilitiesOf([100n, 250n]);
  const wrong = fileOf(leaves, 0, { 'System Accounts': 'clearing:MTN:-349' });
  const { findings } = await checkLiabilities(wrong, keys);
  expect(findings.map(({ text }) => text)).toContain('The books of the day do not sum to zero.');
  const owed = { 'System Accounts': 'clearing:MTN:-340', 'Below Zero': '0.10' };
  expect((await checkLiabilities(fileOf(leaves, 0, owed), keys)).verdict).toBe('proved');
  const thief = keyOfSeed(2);
  expect((await checkLiabilities(fileOf(leaves, 0), [thief.published])).verdict).toBe('failed');
});
