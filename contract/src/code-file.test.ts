import { describe, expect, it } from 'vitest';
import { maxCodesPerFile, readCodeFile, readCodeFileInSteps } from './code-file.ts';

const errorsOf = (text: string) => readCodeFile(text).errors;
const codesOf = (text: string) => {
  const { codes, errors } = readCodeFile(text);
  expect(errors).toEqual([]);
  return codes;
};
describe('a good file', () => {
  it.each([
    ['lines of one code', 'A-1\nB-2\n', ['A-1', 'B-2']],
    ['no last line end', 'A-1\nB-2', ['A-1', 'B-2']],
    ['a byte-order mark and CRLF', '\ufeffA-1\r\nB-2\r\n', ['A-1', 'B-2']],
    ['ends of lines as old machines made them', 'A-1\rB-2\r', ['A-1', 'B-2']],
    ['spaces around a code', '  A 1 \t\n', ['A 1']],
    ['quotes', '"A-1"\n "B,2" \n"say ""C"""\n', ['A-1', 'B,2', 'say "C"']],
    ['a quote inside', 'A"1\n', ['A"1']],
    ['other letters', 'n\u00fcmb\u00e9r-\u4e00\n', ['n\u00fcmb\u00e9r-\u4e00']],
    ['100 characters', `${'x'.repeat(100)}\n`, ['x'.repeat(100)]],
    ['codes that differ in case only', 'a-1\nA-1\n', ['a-1', 'A-1']],
  ])('a good file may have %s', (_, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('skips lines without a character and still counts them', () => {
    expect(readCodeFile('\n\nA-1\n\r\n\nB-2\n')).toMatchObject({ lines: [3, 6], errors: [] });
  });

  it.each([
    ['codes', Array.from({ length: 5_000 }, (_, n) => `C${n}`).join('\n')],
    ['blank lines', '\n'.repeat(5_000)],
  ])('a file of many %s is read in slices, with the same result', (_, text) => {
    const steps = readCodeFileInSteps(text);
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    expect(pauses).toBe(5);
    expect(step.value).toEqual(readCodeFile(text));
  });
});

describe('a refused file', () => {
  it.each([
    ['nothing', '', 'CSV file is empty'],
    ['only a byte-order mark', '\ufeff', 'CSV file is empty'],
    ['only blank lines', '\n\r\n\n', 'CSV file is empty'],
    ['two columns', 'A\nB,C\n', 'Line 2: Expected 1 column, found 2'],
    ['a comma at the end', 'A,\n', 'Line 1: Expected 1 column, found 2'],
    ['three columns, some in quotes', '"A,1","B",C\n', 'Line 1: Expected 1 column, found 3'],
    ['spaces', 'A\n   \n', 'Line 2: Value cannot be empty'],
    ['empty quotes', 'A\n""\n', 'Line 2: Value cannot be empty'],
    ['signs that nobody sees', 'A\n\u200b\n', 'Line 2: Value cannot be empty'],
    ['101 characters', `${'x'.repeat(101)}\n`, 'Line 1: Must be at most 100 characters'],
    ['a line without end', 'x'.repeat(2_000_000), 'Line 1: Must be at most 100 characters'],
    ['control characters', 'A\u0007B\n', 'Line 1: Must not contain control characters'],
    ['a NUL', 'A\0B\n', 'Line 1: Must not contain control characters'],
    ['text turned around', 'A\u202eB\n', 'Line 1: Must not contain control characters'],
    ['an open quote', '"A\nB\n', 'Line 1: Quotes are not closed'],
    ['something after a quote', '"A"B\n', 'Line 1: Quotes are not closed'],
    ['a code twice', 'A\nB\n"A"\n', 'Line 3: A is on line 1 already'],
  ])('a file is refused: %s', (_, text, error) => {
    expect(errorsOf(text)).toEqual([error]);
  });

  it('every wrong line is reported', () => {
    expect(errorsOf('A\nB\nC,1\nD\n""\n')).toEqual([
      'Line 3: Expected 1 column, found 2',
      'Line 5: Value cannot be empty',
    ]);
  });

  it('only the first of very many errors are listed, with the number of the others', () => {
    const errors = errorsOf('A,B\n'.repeat(1_234));
    expect(errors).toHaveLength(51);
    expect(errors.slice(-2)).toEqual(['Line 50: Expected 1 column, found 2', 'and 1,184 more']);
  });

  it('more codes than a file may hold are refused, the maximum is accepted', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `C${n}\n`).join('');
    expect(errorsOf(lines(maxCodesPerFile))).toEqual([]);
    expect(errorsOf(lines(maxCodesPerFile + 1))).toEqual([
      'A CSV file can hold at most 100,000 codes, found 100,001',
    ]);
  });
});
