import { createHash, sign } from 'node:crypto';
import { checkLiabilities } from '@sente/contract/liability-proof';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOfSeed } from '../../test/statements.ts';
import { dayDocument, proofFile } from './liability-document.ts';
import { leavesOf, sharesOfNow, treePaths, treeRoot, type Liability } from './liability-tree.ts';

/* Whoever checks a proof finds every change, and every balance is in the sum. */

const key = keyOfSeed(1);
const keys = [key.published];
const companyOf = (number: number) =>
  `019a0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

function liabilitiesOf(balances: readonly bigint[]): Liability[] {
  return balances.map((balance, index) => ({
    companyId: companyOf(index + 1),
    nonce: Buffer.alloc(32, index + 1),
    balance,
  }));
}

/** Of the company with this number. */
function fileOf(liabilities: readonly Liability[], company: number, changes: object = {}) {
  const head = { 'Sente Liabilities': '3', ...changes };
  const isSplit = head['Sente Liabilities'] === '3';
  const leaves = leavesOf(liabilities, isSplit ? sharesOfNow : 1);
  const { hash, sum } = treeRoot(leaves);
  const decimal = `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;
  const document = dayDocument({
    'Sente Liabilities': '3',
    Issuer: 'Sente, pay.example',
    Day: '2026-01-31',
    Currency: 'UGX',
    Companies: String(liabilities.length),
    Shares: String(sharesOfNow),
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
  const own = { isSplit, paths: treePaths(leaves, companyOf(company)) };
  return new Uint8Array(proofFile(document, sign(null, document, key.secret), own));
}

const someBalances = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), {
  minLength: 1,
  maxLength: 12,
});

it.each(['3', '2'])(
  'every company proves its balance, and the sum of all leaves is that of the root (version %s)',
  async (version) => {
    await fc.assert(
      fc.asyncProperty(someBalances, async (balances) => {
        const liabilities = liabilitiesOf(balances);
        const sum = balances.reduce((total, balance) => total + balance, 0n);
        const leaves = leavesOf(liabilities, version === '3' ? sharesOfNow : 1);
        expect(treeRoot(leaves).sum).toBe(sum);
        expect(leaves.reduce((total, { balance }) => total + balance, 0n)).toBe(sum);
        for (const company of [1, Math.ceil(balances.length / 2), balances.length]) {
          const file = fileOf(liabilities, company, { 'Sente Liabilities': version });
          const { verdict, findings, liability } = await checkLiabilities(file, keys);
          expect({ verdict, findings }).toMatchObject({ verdict: 'proved' });
          expect(liability?.Balance.replace('.', '')).toBe(
            String(balances[company - 1]).padStart(3, '0'),
          );
        }
      }),
      { numRuns: 6 },
    );
  },
  20_000,
);

it('one changed byte anywhere fails', async () => {
  const liabilities = liabilitiesOf([100n, 250_050n, 0n, 7n, 1_000_000n, 3n, 90n]);
  const file = fileOf(liabilities, 5);
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
    { numRuns: 200 },
  );
});

it('a share that is missing, shown twice, or of another balance fails', async () => {
  const text = Buffer.from(fileOf(liabilitiesOf([100n, 250_050n, 7n]), 2)).toString();
  const [before = '', ...shares] = text.split(/(?="Nonce")/);
  expect(shares).toHaveLength(sharesOfNow);
  const verdictOf = async (changed: string) =>
    (await checkLiabilities(new TextEncoder().encode(changed), keys)).verdict;
  expect(await verdictOf(before + shares.join(''))).toBe('proved');
  // Their order says nothing.
  expect(await verdictOf(before + shares.toReversed().join(''))).toBe('proved');
  for (const index of shares.keys()) {
    const others = shares.toSpliced(index, 1);
    expect(await verdictOf(before + others.join(''))).toBe('failed');
    expect(await verdictOf(before + [others[0], ...others].join(''))).toBe('failed');
  }
  expect(await verdictOf(before.replace('2500.50', '2500.49') + shares.join(''))).toBe('failed');
  expect(await verdictOf(before + '"Other","1"\r\n' + shares.join(''))).toBe('failed');
  expect(await verdictOf(before)).toBe('failed');
});

it('no step of a path shows the balance of another company', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.bigInt({ min: 10n ** 9n, max: 10n ** 12n }), {
        minLength: 3,
        maxLength: 8,
      }),
      fc.integer(),
      (balances, seed) => {
        const liabilities = liabilitiesOf(balances).map((each, index) => ({
          ...each,
          nonce: createHash('sha256').update(`${seed} ${index}`).digest(),
        }));
        const leaves = leavesOf(liabilities, sharesOfNow);
        for (const { companyId } of liabilities) {
          const shown = treePaths(leaves, companyId).flatMap(({ path }) => path);
          for (const { sum } of shown) expect(balances).not.toContain(sum);
        }
        // Of every company at least two shares have something, and many have nothing.
        for (const { companyId } of liabilities) {
          const own = leaves.filter((leaf) => leaf.companyId === companyId);
          expect(own).toHaveLength(sharesOfNow);
          expect(own.filter(({ balance }) => balance > 0n).length).toBeGreaterThan(1);
        }
      },
    ),
    { numRuns: 5 },
  );
});

it('another leaf, a shorter or longer path and an amount below zero fail', async () => {
  const older = { 'Sente Liabilities': '2' };
  const liabilities = liabilitiesOf([100n, 250n, 7n]);
  const company = leavesOf(liabilities, 1)[0]!.companyId;
  const text = Buffer.from(fileOf(liabilities, Number(company.slice(-1)), older)).toString();
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
  const below = fileOf(liabilitiesOf([100n, -50n]), 1, older);
  expect((await checkLiabilities(below, keys)).verdict).toBe('failed');
});

it('what is held is read in each form and in no other, and older days have none', async () => {
  const companies = liabilitiesOf([100n, 250n]);
  const { findings } = await checkLiabilities(fileOf(companies, 1), keys);
  expect(findings.at(-1)?.text).toBe('So it cannot be compared with the UGX 3.50 that are owed.');
  expect(findings.at(-2)?.text).toBe(
    'Signed beside it, by statements: UGX 1 at Airtel, UGX -0.05 at MTN (of a part of the day only). No statement told what was at the bank.',
  );
  for (const wrong of ['MTN:1', 'MTN::statement', 'MTN:1:unknown', 'mtn:1:part', 'MTN:1.5:part']) {
    const { verdict } = await checkLiabilities(fileOf(companies, 1, { Held: wrong }), keys);
    expect({ wrong, verdict }).toEqual({ wrong, verdict: 'failed' });
  }
  const older = fileOf(companies, 1, { 'Sente Liabilities': '1' });
  expect(Buffer.from(older).toString()).not.toContain('Held');
  expect((await checkLiabilities(older, keys)).verdict).toBe('proved');
});

it('says why more or less is held than is owed', async () => {
  const companies = liabilitiesOf([100n, 250n]);
  const held = async (amounts: string) =>
    (await checkLiabilities(fileOf(companies, 1, { Held: amounts }), keys)).findings.at(-1)?.text;
  // 350 are owed, 50 are fees, and by the books 400 are at MTN.
  expect(await held('MTN:1000:statement')).toBe(
    'UGX 10 are held and UGX 3.50 are owed to companies: UGX 6.50 more held than owed. By the books it would be UGX 0.50 more, for fees, taxes and other accounts of the provider. UGX 6 more is there than the books say: under way at the end of the day, or there before the first statement.',
  );
  expect(await held('MTN:300:part')).toContain('UGX 0.50 less held than owed.');
});

it('books that do not sum to zero fail, although they are signed', async () => {
  const companies = liabilitiesOf([100n, 250n]);
  const wrong = fileOf(companies, 1, { 'System Accounts': 'clearing:MTN:-349' });
  const { findings } = await checkLiabilities(wrong, keys);
  expect(findings.map(({ text }) => text)).toContain('The books of the day do not sum to zero.');
  const owed = { 'System Accounts': 'clearing:MTN:-340', 'Below Zero': '0.10' };
  expect((await checkLiabilities(fileOf(companies, 1, owed), keys)).verdict).toBe('proved');
  const thief = keyOfSeed(2);
  expect((await checkLiabilities(fileOf(companies, 1), [thief.published])).verdict).toBe('failed');
});
