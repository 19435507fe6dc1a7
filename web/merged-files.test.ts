import { expect, it } from 'vitest';
import { mergeFiles, type OutputFile, type User } from './merged-files.ts';

const page = (most = Infinity): User => ({
  entry: 'page.tsx',
  modules: new Set(),
  visits: 1,
  bytes: 0,
  most,
  files: 0,
});

function file(name: string, bytes: number, users: User[], imports: OutputFile[] = []): OutputFile {
  for (const user of users) user.bytes += bytes;
  return { modules: [name], bytes, users: new Set(users), imports: new Set(imports) };
}

const names = (files: OutputFile[]) => files.map(({ modules }) => modules.toSorted().join(' '));

it('merges the files that the same pages need', () => {
  const pages = [page(), page()];
  expect(names(mergeFiles([file('a', 900, pages), file('b', 20_000, pages)]))).toEqual(['a b']);
});

it('keeps a large file away from a page that does not need it', () => {
  const [first, second] = [page(), page()];
  const files = [file('a', 900, [first, second]), file('b', 30_000, [first])];
  expect(names(mergeFiles(files))).toEqual(['a', 'b']);
});

it('merges a small file that one of the pages does not need, within the limit of that page', () => {
  const merged = (most: number) => {
    const [first, second] = [page(), page(most)];
    return names(mergeFiles([file('a', 900, [first, second]), file('b', 100, [first])]));
  };
  expect(merged(1_000)).toEqual(['a b']);
  expect(merged(999)).toEqual(['a', 'b']);
});

it('saves a request of a page that has many rather than of a page that has few', () => {
  const merged = (countOfOthers: number) => {
    const [first, second] = [page(), page()];
    // As large as can be: no two of them are merged.
    const others = Array.from({ length: countOfOthers }, (_, at) =>
      file(`other ${at}`, 1e6, [first, page()]),
    );
    const files = [file('a', 900, [first, second]), file('b', 20_000, [first]), ...others];
    return names(mergeFiles(files)).includes('a b');
  };
  expect(merged(5)).toBe(false);
  expect(merged(20)).toBe(true);
});

it('counts what a file imports among the bytes that a page does not need', () => {
  const [first, second, third] = [page(), page(), page(30_000)];
  const large = file('large', 30_000, [first, third]);
  const files = [large, file('a', 900, [first, second]), file('b', 100, [first], [large])];
  // With a and b in one file, the second page would load the large file as well.
  expect(names(mergeFiles(files))).toEqual(['large', 'a', 'b']);
});

it('never makes two files import each other in a circle', () => {
  const [first, second, third] = [page(), page(), page(0)];
  const last = file('last', 100, [first, second]);
  const middle = file('middle', 100, [first, second, third], [last]);
  const start = file('start', 100, [first, second], [middle]);
  // The limit of the third page keeps the middle file apart from both others.
  expect(names(mergeFiles([start, middle, last]))).toEqual(['start', 'middle', 'last']);
});
