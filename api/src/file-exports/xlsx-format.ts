import { constants, deflateRawSync } from 'node:zlib';
import type { Cell, FileFormat } from './file-format.ts';
import { zipAround } from './zip.ts';

/* The smallest workbook that spreadsheets open: one sheet, texts in the cells themselves. */

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const files = {
  '[Content_Types].xml': `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // Plain, bold, a time, and a text that stays one when somebody edits it.
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
const styles = { bold: 1, time: 2, quoted: 3 };
const sheet = 'xl/worksheets/sheet1.xml';

export const xlsxFormat: FileFormat = {
  // The first row stays in sight.
  begin: (headers) =>
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headers.length}" width="20" customWidth="1"/></cols><sheetData><row>${headers.map((header) => text(header, styles.bold)).join('')}</row>`,
  rows: (rows) => rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join(''),
  end: () => '</sheetData></worksheet>',
  // Each part ends on a byte and refers to none before it, so that parts can be joined.
  pack: (content) => deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH }),
  wrap: (packed) => zipAround(files, sheet, packed),
};

const dayMs = 86_400_000;
/** Spreadsheets count days from here, and know no time zones: times are those of Kampala. */
const firstDay = 25_569;
const aheadOfUtcMs = 3 * 3_600_000;

function cell(value: Cell): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (value instanceof Date) {
    const days = (value.getTime() + aheadOfUtcMs) / dayMs + firstDay;
    return `<c s="${styles.time}"><v>${days}</v></c>`;
  }
  // Never a formula. This style keeps it a text also after somebody edits the cell.
  return text(value, /^[=+\-@\t\r\n]/.test(value) ? styles.quoted : 0);
}

function text(value: string, style: number): string {
  const look = style === 0 ? '' : ` s="${style}"`;
  return `<c t="inlineStr"${look}><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** The most that a cell takes. */
const longestText = 32_767;
/** XML has no way to write these. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Spreadsheets read this as the code of a character. */
const coded = /_(?=x[0-9a-f]{4}_)/gi;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

function escaped(value: string): string {
  return value
    .slice(0, longestText)
    .replaceAll(unwritable, '')
    .replaceAll(coded, '_x005F_')
    .replaceAll(/[&<>\r]/g, (sign) => entities[sign] ?? sign);
}
