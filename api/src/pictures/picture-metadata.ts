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
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== startOfScan) {
    const segment = bytes.subarray(at, at + 2 + bytes.readUInt16BE(at + 2));
    if (!jpegNotes.has(segment[1] ?? 0)) kept.push(segment);
    else kept.push(orientationIn(segment));
    at += segment.length;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

const orientationTag = 0x0112;

/** A segment with only the orientation of the given one; empty without an orientation. */
function orientationIn(segment: Buffer): Buffer {
  if (!segment.subarray(4, 10).equals(Buffer.from('Exif\0\0'))) return Buffer.alloc(0);
  const tiff = segment.subarray(10);
  const isLittle = tiff[0] === 0x49;
  const read = (at: number, size: 2 | 4): number => {
    if (at + size > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, size) : tiff.readUIntBE(at, size);
  };
  const directory = read(4, 4);
  for (let n = 0; n < read(directory, 2); n++) {
    const entry = directory + 2 + n * 12;
    const orientation = read(entry, 2) === orientationTag ? read(entry + 8, 2) : 0;
    if (orientation >= 2 && orientation <= 8) return orientationSegment(orientation);
  }
  return Buffer.alloc(0);
}

/** "Exif", the header of a little-endian TIFF, and a directory of this one entry. */
function orientationSegment(orientation: number): Buffer {
  const head = 'ffe10022457869660000' + '49492a0008000000' + '010012010300' + '01000000';
  return Buffer.from(`${head}0${orientation}00000000000000`, 'hex');
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
