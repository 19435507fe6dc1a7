import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutJpegNotes, withoutPngNotes, withoutWebpNotes } from './picture-metadata.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('JPEG', () => {
  const segment = (marker: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), body]);
  const begin = latin('\xff\xd8');
  const frame = segment(0xe0, latin('JFIF\0rest'));
  const colours = segment(0xe2, latin('ICC_PROFILE\0...'));
  const scan = Buffer.concat([segment(0xda, latin('..')), latin('\xff\xe1 is picture\xff\xd9')]);
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
  /** Another entry, then the orientation, then the location. */
  const exif = (tiff: string) =>
    segment(0xe1, Buffer.concat([latin('Exif\0\0'), hex(tiff), latin('GPS 0.3476 N')]));
  const little = (way: string) =>
    exif(`49492a00 08000000 0200 0f01 0200 01000000 00000000 1201 0300 01000000 ${way}000000`);
  const big = (way: string) =>
    exif(`4d4d002a 00000008 0002 010f 0002 00000001 00000000 0112 0003 00000001 00${way}0000`);

  it('keeps the picture and its colours and removes other metadata', () => {
    const xmp = segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0GPS'));
    const notes = [xmp, segment(0xed, latin('Photoshop GPS')), segment(0xfe, latin('GPS'))];
    const cleaned = withoutJpegNotes(Buffer.concat([begin, frame, ...notes, colours, scan]));
    expect(cleaned).toEqual(Buffer.concat([begin, frame, colours, scan]));
  });

  it('removes metadata behind fill bytes, which may stand before every marker', () => {
    const fill = latin('\xff\xff\xff');
    const notes = [fill, segment(0xe1, latin('Exif\0\0GPS')), fill, segment(0xfe, latin('GPS'))];
    const cleaned = withoutJpegNotes(
      Buffer.concat([begin, fill, frame, ...notes, fill, colours, scan]),
    );
    expect(cleaned).toEqual(Buffer.concat([begin, frame, colours, scan]));
    const padded = Buffer.concat([begin, fill, little('06'), fill, scan]);
    expect(withoutJpegNotes(padded).includes('GPS')).toBe(false);
    expect(withoutJpegNotes(padded).subarray(-scan.length)).toEqual(scan);
  });

  it.each([
    ['little', little('06'), 6],
    ['big', big('08'), 8],
  ])('keeps the orientation, %s-endian', (_end, notes, way) => {
    const cleaned = withoutJpegNotes(Buffer.concat([begin, notes, scan]));
    expect(cleaned.includes('GPS')).toBe(false);
    const kept = cleaned.subarray(2, -scan.length);
    expect(kept.readUInt16BE(2)).toBe(kept.length - 2);
    expect(kept.readUInt16LE(10 + 8 + 2 + 8)).toBe(way);
    // Cleaning is idempotent.
    expect(withoutJpegNotes(cleaned)).toEqual(cleaned);
  });

  it.each([
    ['upright', little('01')],
    ['nonsense', little('ff')],
    ['a directory that lies elsewhere', exif('49492a00 ffffffff')],
    ['half an entry', exif('49492a00 08000000 ffff 1201')],
  ])('a picture with %s keeps no metadata', (_what, notes) => {
    expect(withoutJpegNotes(Buffer.concat([begin, notes, scan]))).toEqual(
      Buffer.concat([begin, scan]),
    );
  });

  it.each([
    ['cut off', Buffer.concat([begin, latin('\xff\xe0\xff\xffshort')])],
    ['of a segment without length', Buffer.concat([begin, latin('\xff\xe0\0\0rest')])],
    ['that is only a beginning', latin('\xff\xd8\xff')],
    ['that ends in fill bytes', latin('\xff\xd8\xff\xff\xff\xff\xff')],
  ])('a picture %s is left alone', (_what, bytes) => {
    expect(withoutJpegNotes(bytes)).toEqual(bytes);
  });
});

describe('PNG', () => {
  const begin = latin('\x89PNG\r\n\x1a\n');
  const chunk = (type: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, latin(type), latin(body), latin('crc.')]);
  };

  it('keeps the picture and removes metadata', () => {
    const notes = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'].map((type) => chunk(type, 'GPS'));
    const picture = [chunk('IHDR', 'size'), chunk('IDAT', 'tEXt'), chunk('IEND', '')];
    const [head = begin, ...rest] = picture;
    const cleaned = withoutPngNotes(Buffer.concat([begin, head, ...notes, ...rest]));
    expect(cleaned).toEqual(Buffer.concat([begin, ...picture]));
  });

  it('a truncated picture is left alone', () => {
    const bytes = Buffer.concat([begin, latin('\xff\xff\xff\xffIDATrest')]);
    expect(withoutPngNotes(bytes)).toEqual(bytes);
  });
});

describe('WebP', () => {
  const chunk = (type: string, body: Uint8Array) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return Buffer.concat([latin(type), length, body, Buffer.alloc(body.length % 2)]);
  };
  const file = (...chunks: readonly Buffer[]) => {
    const whole = Buffer.concat([latin('RIFF\0\0\0\0WEBP'), ...chunks]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  };
  /** The chunk that names the others, of a picture with transparency. */
  const head = (bits: number) =>
    chunk('VP8X', Uint8Array.of(0x10 | bits, 0, 0, 0, 9, 0, 0, 9, 0, 0));
  const picture = chunk('VP8 ', latin('odd'));
  const tiff = (way: number) =>
    Buffer.from(`49492a000800000001001201030001000000 0${way}000000`.replace(' ', ''), 'hex');
  const place = latin('GPS 0.3476 N');

  it('keeps the picture and its colours, removes metadata and says that there is none', () => {
    const colours = chunk('ICCP', latin('profile'));
    const notes = [chunk('EXIF', place), chunk('XMP ', place), chunk('GPS ', place)];
    const cleaned = withoutWebpNotes(file(head(0x0c), colours, picture, ...notes));
    expect(cleaned).toEqual(file(head(0), colours, picture));
  });

  it.each([
    ['as the format says', tiff(6)],
    ['as cameras write it', Buffer.concat([latin('Exif\0\0'), tiff(6)])],
  ])('keeps the orientation, %s', (_how, exif) => {
    const notes = chunk('EXIF', Buffer.concat([exif, place]));
    const cleaned = withoutWebpNotes(file(head(0x0c), picture, notes, chunk('XMP ', place)));
    const kept = Buffer.concat([tiff(6), Buffer.alloc(4)]);
    expect(cleaned).toEqual(file(head(0x08), picture, chunk('EXIF', kept)));
    expect(withoutWebpNotes(cleaned)).toEqual(cleaned);
  });

  it('whatever a file holds, only parts of the picture are left, in their order', () => {
    const parts = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];
    const type = fc.constantFrom(...parts, 'EXIF', 'XMP ', 'note', 'exif');
    const body = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.tuple(type, body)), fc.uint8Array({ maxLength: 7 }), (all, rest) => {
        const chunks = all.map(([name, content]) => chunk(name, content));
        const cleaned = withoutWebpNotes(Buffer.concat([file(...chunks), rest]));
        expect(cleaned.readUInt32LE(4)).toBe(cleaned.length - 8);
        expect(withoutWebpNotes(cleaned)).toEqual(cleaned);
        const clear = (each: Buffer) => {
          const isHead = each.toString('latin1', 0, 4) === 'VP8X' && each.length > 8;
          if (isHead) each[8] = (each[8] ?? 0) & ~0x0c;
          return each;
        };
        const expected = chunks.filter((each) => parts.includes(each.toString('latin1', 0, 4)));
        // Not even bytes that happen to be an orientation: they begin with no TIFF header.
        expect(cleaned).toEqual(file(...expected.map(clear)));
      }),
    );
  });

  it('a chunk that claims to be longer than the file goes as well', () => {
    const cut = Buffer.concat([latin('EXIF\xff\xff\xff\x7f'), place]);
    expect(withoutWebpNotes(Buffer.concat([file(picture), cut]))).toEqual(file(picture));
  });
});
