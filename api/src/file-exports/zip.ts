import { crc32 } from 'node:zlib';
import type { Packed } from './file-format.ts';

const stored = 0;
const deflated = 8;
/** 1 January 1980, the first day of the format: the files in it have no history. */
const date = 0x0021;
/** Version 2.0, which has compression. */
const version = 20;
/** Names are UTF-8. */
const flags = 0x0800;

interface Entry extends Packed {
  readonly name: Buffer;
  readonly method: number;
}

/** An empty last block, which ends joined parts of compressed content. */
const lastBlock = Buffer.from([0x03, 0x00]);

/**
 * What stands in a zip file before and after the content of its last, large file: small files before it,
 * and the directory after it. Nothing larger than 4 GiB fits, which no export reaches.
 */
export function zipAround(
  files: Readonly<Record<string, string>>,
  name: string,
  packed: Packed,
): { front: Buffer; back: Buffer } {
  const contents = Object.entries(files).map(([each, text]) => ({
    content: Buffer.from(text),
    name: Buffer.from(each),
  }));
  const large: Entry = {
    ...packed,
    size: packed.size + lastBlock.length,
    name: Buffer.from(name),
    method: deflated,
  };
  const entries = contents.map(({ content, name: each }) => ({
    name: each,
    method: stored,
    crc: crc32(content),
    length: content.length,
    size: content.length,
  }));
  const front = Buffer.concat([
    ...contents.flatMap(({ content }, index) => [localHeader(entries[index]!), content]),
    localHeader(large),
  ]);
  return { front, back: Buffer.concat([lastBlock, directory([...entries, large])]) };
}

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header, 4, entry);
  return Buffer.concat([header, entry.name]);
}

/** From the version to the length of the name, which both headers have. */
function writeFacts(header: Buffer, at: number, { method, crc, size, length, name }: Entry): void {
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(flags, at + 2);
  header.writeUInt16LE(method, at + 4);
  header.writeUInt16LE(date, at + 8);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(size, at + 14);
  header.writeUInt32LE(length, at + 18);
  header.writeUInt16LE(name.length, at + 22);
}

function directory(entries: readonly Entry[]): Buffer {
  let offset = 0;
  const headers = entries.map((entry) => {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(version, 4);
    writeFacts(header, 6, entry);
    header.writeUInt32LE(offset, 42);
    offset += 30 + entry.name.length + entry.size;
    return Buffer.concat([header, entry.name]);
  });
  const size = headers.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...headers, end]);
}
