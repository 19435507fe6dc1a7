import { hash } from 'node:crypto';
import { invalidField } from '../http/app-error.ts';
import { withoutJpegNotes, withoutPngNotes, withoutWebpNotes } from './picture-metadata.ts';

export interface Picture {
  /** Hash of the bytes, which is the picture's name. */
  readonly hash: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** URL of the picture. */
  readonly address: string;
}

interface Kind {
  readonly contentType: string;
  readonly extension: string;
  readonly matches: (bytes: Buffer) => boolean;
  /** Without metadata. */
  readonly clean: (bytes: Buffer) => Buffer;
}

const startsWith =
  (signature: string, at = 0) =>
  (bytes: Buffer) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));

/** Detected by the first bytes; the declared type is ignored. */
const kinds: readonly Kind[] = [
  {
    contentType: 'image/png',
    extension: 'png',
    matches: startsWith('\x89PNG\r\n\x1a\n'),
    clean: withoutPngNotes,
  },
  {
    contentType: 'image/jpeg',
    extension: 'jpg',
    matches: startsWith('\xff\xd8\xff'),
    clean: withoutJpegNotes,
  },
  {
    contentType: 'image/webp',
    extension: 'webp',
    matches: (bytes) => startsWith('RIFF')(bytes) && startsWith('WEBP', 8)(bytes),
    clean: withoutWebpNotes,
  },
];

const addressShape = /^([0-9a-f]{64})\.(png|jpg|webp)$/;

/** Of people, and of companies; where the picture is sent and where it is shown. */
const places = { avatar: '/avatars', logo: '/logos' } as const;

/** The uploaded file of that field; undefined without one. */
export function readPicture(sent: unknown, field: keyof typeof places): Picture | undefined {
  if (sent === undefined) return undefined;
  const kind = Buffer.isBuffer(sent) ? kinds.find(({ matches }) => matches(sent)) : undefined;
  if (!Buffer.isBuffer(sent) || !kind) {
    throw invalidField(field, 'The picture must be a PNG, JPEG or WebP file');
  }
  const bytes = kind.clean(sent);
  const name = hash('sha256', bytes, 'hex');
  return {
    hash: name,
    contentType: kind.contentType,
    bytes,
    address: `${places[field]}/${name}.${kind.extension}`,
  };
}

/** The hash and type in the last segment of a URL. */
export function pictureNamed(name: string): { hash: string; contentType: string } | undefined {
  const [, hashPart, extension] = addressShape.exec(name) ?? [];
  const kind = kinds.find((each) => each.extension === extension);
  return hashPart && kind ? { hash: hashPart, contentType: kind.contentType } : undefined;
}
