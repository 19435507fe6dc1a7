import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a zip, by its directory; each checksum is verified. */
export function readZip(zip: Buffer): Record<string, string> {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('No end of the directory');
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('No entry of the directory');
    const [method, crc, size] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
    ];
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const header = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(header) !== 0x04034b50) throw new Error('No header of the file');
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const stored = zip.subarray(start, start + size);
    const content = method === 8 ? inflateRawSync(stored) : stored;
    if (crc32(content) !== crc || content.length !== zip.readUInt32LE(at + 24)) {
      throw new Error(`${name} is damaged`);
    }
    files[name] = content.toString('utf8');
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** The cells of the only sheet, row by row, as they are written: text, number or empty. */
export function readSheet(xlsx: Buffer): (string | number)[][] {
  const sheet = readZip(xlsx)['xl/worksheets/sheet1.xml'] ?? '';
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c[^>]*>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g)].map(
      ([, number, text]) => (number === undefined ? (text ?? '') : Number(number)),
    ),
  );
}
