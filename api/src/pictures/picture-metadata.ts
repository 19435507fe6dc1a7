/*
 * Photos contain the place, time and device. Pictures are public, so this metadata is removed; only
 * the orientation is kept.
 */

/** Comments and the metadata segments of cameras and programs (Exif, XMP, Photoshop). */
const jpegNotes: ReadonlySet<number> = new Set([0xe1, 0xed, 0xfe]);
const startOfScan = 0xda;

export function withoutJpegNotes(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (bytes[at] === 0xff) {
    const from = lastFillByte(bytes, at);
    if (from + 4 > bytes.length || bytes[from + 1] === startOfScan) break;
    const segment = bytes.subarray(from, from + 2 + bytes.readUInt16BE(from + 2));
    if (!jpegNotes.has(segment[1] ?? 0)) kept.push(segment);
    else kept.push(orientationIn(segment));
    at = from + segment.length;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

/** A marker begins with 0xff, and any number of them may stand before it. */
function lastFillByte(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at + 1] === 0xff) at += 1;
  return at;
}

const exifMark = Buffer.from('Exif\0\0');

/** A segment with only the orientation of the given one; empty without an orientation. */
function orientationIn(segment: Buffer): Buffer {
  if (!segment.subarray(4, 10).equals(exifMark)) return Buffer.alloc(0);
  const kept = orientationOnly(segment.subarray(10));
  if (kept.length === 0) return kept;
  return Buffer.concat([Buffer.from('ffe10022', 'hex'), exifMark, kept]);
}

const orientationTag = 0x0112;

/** Of TIFF data: its header and a directory of this one entry; empty without an orientation. */
function orientationOnly(tiff: Buffer): Buffer {
  const mark = tiff.toString('latin1', 0, 4);
  if (mark !== 'II*\0' && mark !== 'MM\0*') return Buffer.alloc(0);
  const isLittle = mark.startsWith('I');
  const read = (at: number, size: 2 | 4): number => {
    if (at + size > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, size) : tiff.readUIntBE(at, size);
  };
  const directory = read(4, 4);
  for (let n = 0; n < read(directory, 2); n++) {
    const entry = directory + 2 + n * 12;
    const orientation = read(entry, 2) === orientationTag ? read(entry + 8, 2) : 0;
    if (orientation >= 2 && orientation <= 8) {
      const head = '49492a0008000000' + '010012010300' + '01000000';
      return Buffer.from(`${head}0${orientation}00000000000000`, 'hex');
    }
  }
  return Buffer.alloc(0);
}

const pngNotes: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);

export function withoutPngNotes(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const chunk = bytes.subarray(at, at + 12 + bytes.readUInt32BE(at));
    if (!pngNotes.has(chunk.toString('latin1', 4, 8))) kept.push(chunk);
    at += chunk.length;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

/** What a picture is made of; programs may add chunks of their own, which nobody needs to see it. */
const webpParts: ReadonlySet<string> = new Set([
  'VP8 ',
  'VP8L',
  'VP8X',
  'ALPH',
  'ANIM',
  'ANMF',
  'ICCP',
]);
/** Bits of VP8X: there is a chunk with Exif, and one with XMP. */
const [exifBit, xmpBit] = [0x08, 0x04];

export function withoutWebpNotes(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let hasExif = false;
  for (const chunk of webpChunks(bytes)) {
    const type = chunk.toString('latin1', 0, 4);
    if (webpParts.has(type)) kept.push(chunk);
    if (type !== 'EXIF' || hasExif) continue;
    const tiff = chunk.subarray(chunk.subarray(8, 14).equals(exifMark) ? 14 : 8);
    const orientation = orientationOnly(tiff);
    if (orientation.length === 0) continue;
    const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
    head.writeUInt32LE(orientation.length, 4);
    kept.push(Buffer.concat([head, orientation]));
    hasExif = true;
  }
  const parts = kept.map((chunk) =>
    chunk.toString('latin1', 0, 4) === 'VP8X' ? withNoteBits(chunk, hasExif) : chunk,
  );
  const whole = Buffer.concat([bytes.subarray(0, 12), ...parts]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Each with its head and the byte that makes its length even. */
function* webpChunks(bytes: Buffer): Generator<Buffer> {
  let at = 12;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    yield bytes.subarray(at, at + 8 + length + (length % 2));
    at += 8 + length + (length % 2);
  }
}

function withNoteBits(chunk: Buffer, hasExif: boolean): Buffer {
  const changed = Buffer.from(chunk);
  if (changed.length > 8) {
    changed[8] = ((changed[8] ?? 0) & ~(exifBit | xmpBit)) | (hasExif ? exifBit : 0);
  }
  return changed;
}
