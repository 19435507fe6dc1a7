import { setImmediate } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { dayMs, kampalaTime, startOfDay } from '@sente/contract/kampala';
import { formatUgx, fromHundredths } from '@sente/contract/money';
import type { StatementHead } from '@sente/contract/statement-file';
import { printable } from '../http/printable.ts';
import { movedAtOf } from './statement-document.ts';
import type { StatementLink } from './statement.queries.ts';

type Doc = PDFKit.PDFDocument;

interface PdfContent {
  readonly name: string;
  readonly head: StatementHead;
  readonly links: readonly StatementLink[];
  /** Of the signed file, for which the attachment leaves room. */
  readonly size: number;
  readonly verifyUrl: string;
}

const margin = 48;
const grey = '#555555';
const columns = [
  { title: 'Date', x: margin, width: 96, align: 'left' },
  { title: 'Description', x: 148, width: 164, align: 'left' },
  { title: 'Debit', x: 316, width: 72, align: 'right' },
  { title: 'Credit', x: 392, width: 72, align: 'right' },
  { title: 'Balance', x: 468, width: 79, align: 'right' },
] as const;
/** Drawing takes about a millisecond a row; the server answers others in between. */
const rowsAtOnce = 25;

/** Sheets of A4 for people, with room for the signed statement: it is signed when these bytes are known. */
export async function writeStatementPdf(content: PdfContent): Promise<Buffer> {
  const { head, links, name, size } = content;
  // Loaded when the first one is asked for: few servers ever write one.
  const { default: PdfDocument } = await import('pdfkit');
  const info = {
    Title: `Statement ${head['Account Number']}, ${head.From} to ${head.To}`,
    Author: printable(head.Issuer),
  };
  const doc = new PdfDocument({ size: 'A4', margin, info });
  const whole = buffer(doc);
  drawHead(doc, head);
  drawTitles(doc);
  const { part, isLast, endsAt } = endsOf(head);
  const opening = part > 1 ? `Balance before part ${part}` : 'Opening balance';
  drawRow(doc, [part > 1 ? '' : head.From, opening, '', '', shown(head['Opening Balance'])]);
  for (const [index, link] of links.entries()) {
    if (index % rowsAtOnce === 0) await setImmediate();
    drawRow(doc, cellsOf(link));
  }
  const closing = isLast
    ? 'Closing balance'
    : `Balance after part ${part}; part ${part + 1} follows`;
  drawRow(doc, [isLast ? endsAt : '', closing, '', '', shown(head['Closing Balance'])]);
  drawProof(doc, content);
  attachRoom(doc, `${name}.csv`, size, new Date(head['Made At']));
  doc.end();
  return whole;
}

/** A part ends within its days, and so does a statement that is made before its last day is over. */
function endsOf(head: StatementHead) {
  const [part, parts] = [Number(head.Part ?? 1), Number(head.Parts ?? 1)];
  const madeAt = new Date(head['Made At']);
  const isOver = madeAt.getTime() >= startOfDay(head.To) + dayMs;
  return { part, parts, isLast: part === parts, endsAt: isOver ? head.To : kampalaTime(madeAt) };
}

/** Neither packed nor with a checksum, as doc.file does it: nothing but the attachment depends on its content. */
function attachRoom(doc: Doc, name: string, size: number, at: Date): void {
  const Params = { CreationDate: at, ModDate: at, Size: size };
  const room = doc.ref({ Type: 'EmbeddedFile', Subtype: 'text#2Fcsv', Params });
  room.compress = false;
  room.end(Buffer.alloc(size));
  const [F, Desc] = [new String(name), new String('The statement that proves itself')];
  const file = doc.ref({ Type: 'Filespec', F, UF: F, Desc, EF: { F: room } });
  file.end('');
  doc.addNamedEmbeddedFile(name, file);
}

function drawHead(doc: Doc, head: StatementHead): void {
  doc.font('Helvetica-Bold').fontSize(20).fillColor('black').text('Account Statement', margin);
  doc.font('Helvetica').fontSize(10).fillColor(grey);
  const { part, parts, endsAt } = endsOf(head);
  doc.text(`${head.From} to ${endsAt}, times of Kampala, amounts in ${head.Currency}`).moveDown();
  drawPairs(doc, [
    ['Company', head.Company],
    ['Account', head['Account Name']],
    ['Account Number', head['Account Number']],
    ...(parts > 1
      ? [['Part', `${part} of ${parts}; only all of them have all movements`] as const]
      : []),
    ['Movements', formatUgx(Number(head.Movements)).slice(4)],
    ['Made', kampalaTime(new Date(head['Made At']))],
  ]);
  doc.moveDown();
}

function drawPairs(doc: Doc, pairs: readonly (readonly [string, string])[]): void {
  for (const [label, value] of pairs) {
    const top = doc.y;
    doc.fillColor(grey).text(label, margin, top, { width: 110 });
    doc.fillColor('black').text(printable(value), margin + 110, top, { width: 389 });
  }
}

function drawTitles(doc: Doc): void {
  const top = doc.y;
  doc.font('Helvetica-Bold').fontSize(9).fillColor('black');
  for (const { title, x, width, align } of columns) doc.text(title, x, top, { width, align });
  drawRule(doc, doc.y + 2);
  doc.font('Helvetica').y += 6;
}

function drawRule(doc: Doc, y: number): void {
  doc
    .moveTo(margin, y)
    .lineTo(doc.page.width - margin, y)
    .lineWidth(0.5)
    .stroke('#cccccc');
}

function drawRow(doc: Doc, cells: readonly string[]): void {
  doc.font('Helvetica').fontSize(9).fillColor('black');
  const heights = columns.map(({ width }, index) =>
    doc.heightOfString(cells[index] || ' ', { width }),
  );
  const height = Math.max(...heights);
  if (doc.y + height + 8 > doc.page.height - margin) {
    doc.addPage();
    drawTitles(doc);
    doc.fontSize(9);
  }
  const top = doc.y;
  for (const [index, { x, width, align }] of columns.entries()) {
    if (cells[index]) doc.text(cells[index], x, top, { width, align });
  }
  drawRule(doc, top + height + 2);
  doc.y = top + height + 6;
}

function cellsOf(link: StatementLink): string[] {
  const amount = BigInt(link.amount);
  const texts = [link.description, link.reference ? `Reference ${link.reference}` : ''];
  return [
    kampalaTime(movedAtOf(link)),
    printable(texts.filter((text) => text !== '').join('\n')),
    amount < 0n ? money(-amount) : '',
    amount > 0n ? money(amount) : '',
    money(BigInt(link.balanceAfter)),
  ];
}

/** As on the screens, without the currency. */
function money(hundredths: bigint): string {
  return formatUgx(fromHundredths(hundredths)).slice(4);
}

function shown(decimal: string): string {
  return formatUgx(Number(decimal)).slice(4);
}

function drawProof(doc: Doc, { head, verifyUrl }: PdfContent): void {
  if (doc.y > doc.page.height - 240) doc.addPage();
  doc.moveDown(2).font('Helvetica-Bold').fontSize(12).fillColor('black').text('Proof', margin);
  doc.moveDown(0.5).font('Helvetica').fontSize(9);
  const provedFrom = BigInt(head['Proved From Entry']);
  const isPartly = provedFrom > BigInt(head['First Entry']);
  drawPairs(doc, [
    ['Issuer', head.Issuer],
    ['Entries', `${head['First Entry']} to ${head['Last Entry']}`],
    ...(isPartly ? ([['Proved by hashes', `from entry ${provedFrom} on`]] as const) : []),
    ['Hash before', head['Hash Before'] || '-'],
    ['Hash after', head['Hash After'] || '-'],
    ['Key', head.Key],
  ]);
  doc.moveDown().fillColor(grey);
  doc.text(
    `The signed statement is attached to this file. Open ${printable(verifyUrl)} and choose this file to check it: nothing is uploaded. The signature is of the attachment and of every byte of these pages.`,
    margin,
    doc.y,
    { width: doc.page.width - 2 * margin },
  );
}
