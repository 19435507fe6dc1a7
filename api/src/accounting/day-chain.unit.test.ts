import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { endOfChain, wrongLinks } from './day-chain.ts';
import { dayDocument } from './liability-document.ts';

interface Signed {
  readonly day: string;
  readonly document: Buffer;
}

const hashOf = ({ document }: Signed) => createHash('sha256').update(document).digest('hex');

/** Without a day that it names it is of version 1; null for the first of version 2. */
function sign(day: string, named?: Signed | null): Signed {
  const document = dayDocument({
    'Sente Liabilities': named === undefined ? '1' : '2',
    Issuer: 'Sente',
    Day: day,
    Currency: 'UGX',
    Companies: '0',
    Liabilities: '0.00',
    'Below Zero': '0.00',
    'System Accounts': '',
    Root: '',
    Heads: '',
    'Made At': '2026-03-01T09:00:00Z',
    Key: '',
    ...(named !== undefined && { Held: '', Previous: named ? hashOf(named) : '' }),
  });
  return { day, document };
}

it('days in a row have one end, also after days of version 1', () => {
  const [first, second] = [sign('2026-01-01'), sign('2026-01-02')];
  const third = sign('2026-01-03', second);
  const fourth = sign('2026-01-04', third);
  expect(endOfChain([])).toBe('');
  expect(endOfChain([first, second])).toBe(hashOf(second));
  expect(endOfChain([first, second, third, fourth])).toBe(hashOf(fourth));
  expect(wrongLinks([first, second, third, fourth])).toEqual(new Map());
  expect(wrongLinks([sign('2026-01-01', null)])).toEqual(new Map());
});

it('a day that was signed late is named by the next one', () => {
  const first = sign('2026-01-01', null);
  const third = sign('2026-01-03', first);
  const second = sign('2026-01-02', third);
  expect(endOfChain([first, second, third])).toBe(hashOf(second));
  const fourth = sign('2026-01-04', second);
  expect(wrongLinks([first, second, third, fourth])).toEqual(new Map());
});

it('a fork is named with both days and where it begins, and the chain goes on with the later one', () => {
  const first = sign('2026-01-01', null);
  const [second, third] = [sign('2026-01-02', first), sign('2026-01-03', first)];
  expect(endOfChain([first, second, third])).toBe(hashOf(third));
  const fourth = sign('2026-01-04', third);
  const wrong = wrongLinks([first, second, third, fourth]);
  expect([...wrong.keys()]).toEqual(['2026-01-03']);
  expect(wrong.get('2026-01-03')).toMatch(
    /^It names 2026-01-01 .* and so does 2026-01-02: .*a fork/,
  );
});

it('a day that names none, or one that is gone, is wrong', () => {
  const first = sign('2026-01-01', null);
  const gone = sign('2025-12-31', null);
  const days = [first, sign('2026-01-02', gone), sign('2026-01-03', null)];
  expect([...wrongLinks(days).keys()]).toEqual(['2026-01-02', '2026-01-03']);
});
