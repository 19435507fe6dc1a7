import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AppError } from '../http/app-error.ts';
import { readUploadedFile } from './uploaded-file.ts';

/** The files that people and browser tests upload. */
function read(name: string): readonly string[] {
  const file = readFileSync(new URL(`../../../e2e/fixtures/${name}`, import.meta.url));
  return readUploadedFile(file.toString('base64')).codes;
}

function errorsOf(name: string): readonly string[] {
  try {
    read(name);
  } catch (error) {
    if (error instanceof AppError) return error.errors;
    throw error;
  }
  throw new Error(`${name} was accepted`);
}

describe('the fixtures', () => {
  it.each([
    ['good.csv', 5],
    ['blank-lines.csv', 3],
    ['duplicate.csv', 3],
    ['UPPER.CSV', 2],
    ['windows.csv', 3],
  ])('D-160, D-162, D-166, D-167: %s can be read', (name, count) => {
    const codes = read(name);
    expect(codes).toHaveLength(count);
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9-]+$/);
  });

  it('windows.csv has a byte-order mark and CRLF', () => {
    const text = readFileSync(new URL('../../../e2e/fixtures/windows.csv', import.meta.url));
    expect(text.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(text.includes('\r\n')).toBe(true);
  });

  it.each([
    ['empty.csv', ['CSV file is empty']],
    [
      'two-columns.csv',
      ['Line 3: Expected 1 column, found 2', 'Line 5: Expected 1 column, found 3'],
    ],
    ['empty-value.csv', ['Line 2: Value cannot be empty', 'Line 4: Value cannot be empty']],
    ['picture.png', ['The CSV file must be text in UTF-8']],
  ])('D-161, D-163, D-164, D-165: %s is refused', (name, errors) => {
    expect(errorsOf(name)).toEqual(errors);
  });
});
