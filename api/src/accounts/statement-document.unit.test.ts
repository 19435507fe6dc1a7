import { checkStatement } from '@sente/contract/statement-proof';
import { checkSequences } from '@sente/contract/statement-sequence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf, keyOfSeed, makeStatement, type MadeStatement } from '../../test/statements.ts';
import { withSignature } from './statement-document.ts';

/* Whoever checks a statement finds every change, also one that the provider signs again. */

const key = keyOfSeed(1);
const keys = [key.published];
const amounts = [500_000n, -25_050n, 7n, 120_000n, -1n, 33n];
const movements = amounts.map((amount) => ({ amount }));

async function verdictOf(made: MadeStatement): Promise<string> {
  return (await checkStatement(fileOf(made, key), keys)).verdict;
}

it('the signature stands as it is, also where a spreadsheet would see a formula', () => {
  // In base64 it begins with a plus.
  const signature = Buffer.alloc(64, 0xf8);
  const file = withSignature(Buffer.from('signed'), signature).toString();
  expect(file).toBe(`signed"Signature","${signature.toString('base64')}"\r\n`);
  expect(signature.toString('base64')).toMatch(/^\+/);
});

it('one changed byte anywhere fails', async () => {
  const file = fileOf(await makeStatement(movements, key), key);
  expect((await checkStatement(file, keys)).verdict).toBe('proved');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(file.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const changed = file.slice();
        changed[at] = (changed[at] ?? 0) ^ change;
        expect((await checkStatement(changed, keys)).verdict).toBe('failed');
      },
    ),
    { numRuns: 400 },
  );
});

it('bytes that are added, removed or moved fail', async () => {
  const file = Buffer.from(fileOf(await makeStatement(movements, key), key));
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length), fc.nat(200), async (at, count) => {
      const cut = Buffer.concat([file.subarray(0, at), file.subarray(at + count + 1)]);
      const grown = Buffer.concat([file.subarray(0, at), Buffer.from('0'), file.subarray(at)]);
      for (const changed of [at < file.length ? cut : grown, grown]) {
        expect((await checkStatement(new Uint8Array(changed), keys)).verdict).toBe('failed');
      }
    }),
    { numRuns: 200 },
  );
});

it('what others sign fails, also under the name of the published key', async () => {
  const thief = keyOfSeed(2);
  const made = await makeStatement(movements, key);
  const forged = { ...made, head: { ...made.head, Key: thief.published.id } };
  for (const each of [made, forged]) {
    expect((await checkStatement(fileOf(each, thief), keys)).verdict).toBe('failed');
  }
  const retired = { ...key.published, retiredAt: '2026-02-01T00:00:00Z' };
  expect((await checkStatement(fileOf(made, key), [retired])).findings[0]?.text).toContain(
    'was not in use when the file says it was made',
  );
});

describe('signed again with the right key', () => {
  const position = fc.nat(amounts.length - 1);

  it('a removed, repeated or exchanged movement fails', async () => {
    const { head, links } = await makeStatement(movements, key);
    await fc.assert(
      fc.asyncProperty(position, position, async (a, b) => {
        const without = links.filter((_, index) => index !== a);
        const repeated = links.toSpliced(a, 0, links[b]!);
        const exchanged = links.with(a, links[b]!).with(b, links[a]!);
        const variants = [without, repeated, ...(a === b ? [] : [exchanged])];
        for (const changed of variants) {
          expect(await verdictOf({ head, links: changed })).toBe('failed');
          const numbered = changed.map((link, index) => ({ ...link, number: String(index + 1) }));
          const counted = {
            ...head,
            Movements: String(changed.length),
            'Last Entry': String(changed.length),
          };
          expect(await verdictOf({ head: counted, links: numbered })).toBe('failed');
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a movement that was changed in any value fails, and is named', async () => {
    const { head, links } = await makeStatement(movements, key);
    const changes = [
      { description: 'Something else' },
      { reference: 'X' },
      { kind: 'deposit' },
      { type: 'neither' },
      { gross: '1' },
      { movedAt: '820000000000000' },
      { transactionId: '019b0000-0000-7000-8000-00000000dead' },
      { balanceAfter: '1' },
      { hash: 'ab'.repeat(32) },
      { hash: null, legs: null },
    ];
    for (const change of changes) {
      const changed = links.with(2, { ...links[2]!, ...change });
      const { findings, verdict } = await checkStatement(
        fileOf({ head, links: changed }, key),
        keys,
      );
      expect({ change, verdict }).toEqual({ change, verdict: 'failed' });
      expect(findings[0]?.state).toBe('holds');
      expect(findings[1]?.text).toMatch(/Entry 3|is not a leg/);
    }
  });

  it('another beginning or end than that of the movements fails', async () => {
    const { head, links } = await makeStatement(movements, key);
    for (const change of [
      { 'Opening Balance': '1.00' },
      { 'Closing Balance': '1.00' },
      { 'Hash Before': 'ab'.repeat(32) },
      { 'Hash After': 'ab'.repeat(32) },
      { 'First Entry': '2' },
      { 'Last Entry': '7' },
      { Movements: '5' },
      { 'Proved From Entry': '3' },
      { 'Account ID': '019a0000-0000-7000-8000-00000000000b' },
      { 'Company ID': '019a0000-0000-7000-8000-000000000002' },
      { From: '2026-01-02' },
      { To: '2025-12-31' },
      { Currency: 'USD' },
    ]) {
      const verdict = await verdictOf({ head: { ...head, ...change }, links });
      expect({ change, verdict }).toEqual({ change, verdict: 'failed' });
    }
  });

  it('a tail that is cut with its head shows beside the next month', async () => {
    const january = await makeStatement(movements, key);
    const february = await makeStatement(movements, key, { month: 2, before: january });
    const short = await makeStatement(movements.slice(0, -2), key);
    expect(await Promise.all([january, february, short].map(verdictOf))).toEqual([
      'proved',
      'proved',
      'proved',
    ]);
    const states = (...made: MadeStatement[]) =>
      checkSequences(made.map(({ head }) => head)).map(({ state }) => state);
    expect(states(january, february)).toEqual(['holds']);
    expect(states(short, february)).toEqual(['fails']);
    expect(states(february, january)).toEqual(['fails']);
  });
});
