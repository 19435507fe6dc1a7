import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { readSheet, readZip } from '../../test/read-zip.ts';
import type { Cell } from './file-format.ts';
import { xlsxFormat } from './xlsx-format.ts';

/** As the job writes it: every part packed alone. */
function fileOf(headers: readonly string[], ...parts: (readonly (readonly Cell[])[])[]): Buffer {
  const contents = [
    xlsxFormat.begin(headers),
    ...parts.map((rows) => xlsxFormat.rows(rows)),
    xlsxFormat.end(),
  ];
  const packed = contents.map((content) => xlsxFormat.pack(content));
  const { front, back } = xlsxFormat.wrap({
    crc: contents.reduce((crc, content) => crc32(content, crc), 0),
    length: contents.reduce((sum, content) => sum + Buffer.byteLength(content), 0),
    size: packed.reduce((sum, { length }) => sum + length, 0),
  });
  return Buffer.concat([front, ...packed, back]);
}

it('joins parts that were packed alone into one workbook', () => {
  const file = fileOf(['Amount', 'Name'], [[1, 'é']], [[-2.5, null]], []);
  expect(Object.keys(readZip(file))).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  expect(readSheet(file)).toEqual([
    ['Amount', 'Name'],
    [1, 'é'],
    [-2.5, ''],
  ]);
});

it('writes times as those of Kampala, which a spreadsheet can compare', () => {
  const at = new Date('2026-01-05T10:00:00Z');
  // 5 January 2026 is day 46,027, and 13:00 is 13/24 of it.
  expect(readSheet(fileOf(['At'], [[at]]))[1]?.[0]).toBeCloseTo(46_027 + 13 / 24, 9);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a text that looks like a formula stays a text: %j',
  (text) => {
    const { 'xl/worksheets/sheet1.xml': sheet } = readZip(fileOf(['Text'], [[text]]));
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<c t="inlineStr" s="3">');
  },
);

it('writes any text as valid XML', () => {
  const [, row] = readSheet(fileOf(['Text'], [['<a> & "b"', 'x\0\u0001y', '_x000D_', 'a\r\nb']]));
  expect(row).toEqual(['&lt;a&gt; &amp; "b"', 'xy', '_x005F_x000D_', 'a&#13;\nb']);
});
