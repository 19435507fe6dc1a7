import { inflateSync } from 'node:zlib';

/** The text that a PDF draws with the standard fonts, one line for each piece. */
export function pdfText(file: Buffer): string {
  const whole = file.toString('latin1');
  const streams = [...whole.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  return streams.map(([, body = '']) => drawnIn(unpacked(body))).join('\n');
}

function unpacked(body: string): string {
  try {
    return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

/** `[<5265> 10 <63>] TJ` draws "Rec": text as hexadecimal digits between distances. */
function drawnIn(content: string): string {
  const pieces = [...content.matchAll(/\[([^\]]*)\] TJ/g)];
  return pieces
    .map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/gi)]
        .map(([, digits = '']) => Buffer.from(digits, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
}
