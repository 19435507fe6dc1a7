import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * A logo in a form that is safe to put into a PDF; null if there is none. A PNG is decoded here, with a limit
 * on its size, and written anew without transparency: the PDF library trusts the lengths in a file, and
 * decodes transparent pictures where its errors cannot be caught.
 */
export function drawableLogo(bytes: Buffer): Buffer | null {
  if (bytes[0] === 0xff) return bytes;
  try {
    return opaquePng(bytes);
  } catch {
    return null;
  }
}

/** It is drawn 2 cm high; more would only keep the server busy. */
const mostPixels = 1_500_000;
/** Bytes of a pixel by colour type, with eight bits each: grey, RGB, palette, grey and RGB with alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Parts {
  readonly head: Buffer;
  readonly palette: Buffer;
  readonly alphas: Buffer;
  readonly pixels: Buffer;
}

function opaquePng(bytes: Buffer): Buffer | null {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return null;
  const { head, palette, alphas, pixels: packed } = partsOf(bytes);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth, type, interlace] = [head[8], head[9] ?? 0, head[12]];
  const channels = channelsOf[type];
  const isPlain = depth === 8 && interlace === 0 && channels !== undefined;
  if (!isPlain || width === 0 || height === 0 || width * height > mostPixels) return null;
  const lineLength = width * channels + 1;
  const raw = inflateSync(packed, { maxOutputLength: lineLength * height });
  if (raw.length !== lineLength * height) return null;
  unfilter(raw, lineLength, channels);
  const out = Buffer.alloc((width * 3 + 1) * height);
  let at = 0;
  for (let y = 0; y < height; y++) {
    at += 1;
    for (let x = 0; x < width; x++) {
      const from = y * lineLength + 1 + x * channels;
      const [red, green, blue, alpha] = colourAt(raw, from, type, palette, alphas);
      for (const part of [red, green, blue]) out[at++] = 255 - ((255 - part) * alpha) / 255;
    }
  }
  const rgbHead = Buffer.from(head);
  rgbHead[9] = 2;
  const signature = bytes.subarray(0, 8);
  const end = Buffer.alloc(0);
  return Buffer.concat([
    signature,
    chunk('IHDR', rgbHead),
    chunk('IDAT', deflateSync(out)),
    chunk('IEND', end),
  ]);
}

function partsOf(bytes: Buffer): Parts {
  const found = new Map<string, Buffer[]>();
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    const sameType = found.get(type);
    if (sameType) sameType.push(content);
    else found.set(type, [content]);
    at += 12 + length;
  }
  const all = (type: string) => Buffer.concat(found.get(type) ?? []);
  return { head: all('IHDR'), palette: all('PLTE'), alphas: all('tRNS'), pixels: all('IDAT') };
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function colourAt(raw: Buffer, at: number, type: number, palette: Buffer, alphas: Buffer): Colour {
  const byte = (offset: number) => raw[at + offset] ?? 0;
  if (type === 0) return [byte(0), byte(0), byte(0), 255];
  if (type === 4) return [byte(0), byte(0), byte(0), byte(1)];
  if (type !== 3) return [byte(0), byte(1), byte(2), type === 6 ? byte(3) : 255];
  const entry = byte(0);
  const [red = 0, green = 0, blue = 0] = palette.subarray(entry * 3, entry * 3 + 3);
  return [red, green, blue, alphas[entry] ?? 255];
}

/** Turns differences into values, line by line, in place. */
function unfilter(raw: Buffer, lineLength: number, channels: number): void {
  for (let start = 0; start < raw.length; start += lineLength) {
    const filter = raw[start] ?? 0;
    for (let i = 1; i < lineLength; i++) {
      const at = start + i;
      const left = i > channels ? (raw[at - channels] ?? 0) : 0;
      const up = start > 0 ? (raw[at - lineLength] ?? 0) : 0;
      const corner = start > 0 && i > channels ? (raw[at - lineLength - channels] ?? 0) : 0;
      raw[at] = ((raw[at] ?? 0) + guess(filter, left, up, corner)) & 0xff;
    }
  }
}

/** The five ways in which a byte is guessed from its neighbours. */
function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b] = [Math.abs(up - corner), Math.abs(left - corner)];
  const c = Math.abs(left + up - 2 * corner);
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([head, typed, sum]);
}
