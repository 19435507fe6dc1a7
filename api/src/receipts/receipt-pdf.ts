import { buffer } from 'node:stream/consumers';
import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import { receiptLines, receiptMark, type ReceiptLine } from '@sente/contract/receipt-lines';
import type { Receipt } from '@sente/contract/receipts';
import { printable } from '../http/printable.ts';
import { drawableLogo } from './receipt-logo.ts';

type Doc = PDFKit.PDFDocument;

const margin = 56;
const labelWidth = 150;
const grey = '#555555';
const red = '#b42318';

/** One sheet of A4. Loaded when the first one is asked for: few servers ever write one. */
export async function writeReceipt(receipt: Receipt, logo: Buffer | null): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const doc = new PdfDocument({
    size: 'A4',
    margin,
    info: { Title: `Receipt ${receipt.number}`, Author: printable(receipt.company.name) },
  });
  const whole = buffer(doc);
  drawIssuer(doc, receipt, logo);
  drawMark(doc, receipt);
  drawAmount(doc, receipt);
  for (const line of linesOf(receipt)) drawLine(doc, line);
  drawRule(doc);
  doc.moveDown(2).font('Helvetica').fontSize(9).fillColor(grey);
  doc.text('Made by Sente from the record of this payment.', margin);
  doc.end();
  return whole;
}

/** Who issues it on the left, and which receipt it is on the right. */
function drawIssuer(doc: Doc, { company, number }: Receipt, logo: Buffer | null): void {
  const picture = logo && drawableLogo(logo);
  const left = picture && drawPicture(doc, picture) ? margin + 72 : margin;
  const half = (doc.page.width - 2 * margin) / 2;
  doc.font('Helvetica-Bold').fontSize(20).fillColor('black');
  doc.text('Receipt', margin + half, margin, { width: half, align: 'right' });
  doc.font('Helvetica').fontSize(9).fillColor(grey);
  doc.text(number ?? '', { width: half, align: 'right' });
  const below = doc.y;
  const issuer = { width: margin + half - left };
  doc.font('Helvetica-Bold').fontSize(15).fillColor('black');
  doc.text(printable(company.name), left, margin, issuer);
  doc.font('Helvetica').fontSize(10).fillColor(grey).moveDown(0.2);
  doc.text(printable(company.address), issuer).text(phoneText(company.phone), issuer);
  doc.y = Math.max(doc.y, below, left > margin ? margin + 60 : 0) + 18;
  drawRule(doc);
  doc.y += 24;
}

/** False if it is no picture after all; the receipt is as good without. */
function drawPicture(doc: Doc, picture: Buffer): boolean {
  try {
    doc.image(picture, margin, margin, { fit: [60, 60] });
    return true;
  } catch {
    return false;
  }
}

function drawMark(doc: Doc, receipt: Receipt): void {
  const mark = receiptMark(receipt);
  if (mark === null) return;
  const { word, text } = mark;
  doc.font('Helvetica-Bold').fontSize(34).fillColor(red).text(word.toUpperCase(), margin);
  doc.fontSize(11).text(text).moveDown();
}

function drawAmount(doc: Doc, { title, amount }: Receipt): void {
  doc.font('Helvetica').fontSize(11).fillColor(grey).text(title, margin).moveDown(0.3);
  doc.font('Helvetica-Bold').fontSize(26).fillColor('black').text(formatUgx(amount));
  doc.y += 18;
}

function linesOf(receipt: Receipt): ReceiptLine[] {
  const { voucher } = receipt;
  const lines = receiptLines(receipt).filter(({ label }) => label !== 'Receipt Number');
  return voucher ? [...lines, { label: 'Voucher', value: voucher.masked }] : lines;
}

function drawRule(doc: Doc): void {
  doc.moveTo(margin, doc.y).lineTo(doc.page.width - margin, doc.y);
  doc.lineWidth(0.5).stroke('#cccccc');
}

function drawLine(doc: Doc, { label, value }: ReceiptLine): void {
  const right = doc.page.width - margin;
  const top = doc.y + 6;
  drawRule(doc);
  doc
    .font('Helvetica')
    .fontSize(10)
    .fillColor(grey)
    .text(label, margin, top, { width: labelWidth });
  const below = doc.y;
  doc.fillColor('black').text(printable(value), margin + labelWidth, top, {
    width: right - margin - labelWidth,
  });
  doc.y = Math.max(below, doc.y) + 6;
}
