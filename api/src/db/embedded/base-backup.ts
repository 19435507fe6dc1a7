import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import pg from 'pg';
import { lengthyLimits } from '../limits.ts';
import { readLsn, segmentAt, type WalPosition } from './archive-lives.ts';

/** The files of a backup, as pg_basebackup names them. */
export const archiveName = 'base.tar.gz';
export const manifestName = 'backup_manifest';

export interface BaseBackup {
  /** The first WAL segment that a restore needs, by the name of its file. */
  readonly firstSegment: string;
  readonly sha256: string;
}

/** With its WAL in it, a backup need not wait for the archive. */
const command = `BASE_BACKUP (LABEL 'sente', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes',
  MANIFEST_CHECKSUMS 'SHA256', COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=3')`;

/**
 * Copies the whole server while it works, with the WAL that makes the copy consistent. The installed PostgreSQL
 * has no pg_basebackup, so this speaks its protocol. The server checks its own checksums as it reads.
 */
export async function takeBaseBackup(ownerUrl: string, folder: string): Promise<BaseBackup> {
  const client = new pg.Client({
    ...lengthyLimits,
    connectionString: ownerUrl,
    application_name: 'sente backup',
    ...({ replication: 'true' } as object),
  });
  // A connection that breaks is reported by the statement that waits for it.
  client.on('error', () => {});
  await client.connect();
  try {
    // Keeps the WAL of this backup until it is copied, however long that takes.
    await client.query(
      `CREATE_REPLICATION_SLOT sente_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`,
    );
    const copy = new Copy(folder);
    const rows: Record<string, string>[] = [];
    copy.on('row', (row: Record<string, string>) => void rows.push(row));
    const ended = once(copy, 'end');
    client.query(copy);
    await ended;
    const sha256 = await copy.finish();
    await syncFolder(folder);
    const [start] = rows;
    return {
      firstSegment: segmentAt(Number(start?.['tli']), readLsn(start?.['recptr'] ?? '')),
      sha256,
    };
  } finally {
    await client.end();
  }
}

/**
 * The server sends messages of four kinds: a new archive, its data, the manifest, and progress. Data belongs to
 * what was named last.
 */
class Copy extends pg.Query {
  readonly #folder: string;
  readonly #digest = createHash('sha256');
  readonly #files: WriteStream[] = [];
  #problem: Error | null = null;

  constructor(folder: string) {
    super(command);
    this.#folder = folder;
  }

  /** Called by the client with each message. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: { stream: Socket }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'n') this.#open(archiveName);
    if (kind === 'm') this.#open(manifestName);
    if (kind !== 'd') return;
    const file = this.#files.at(-1);
    if (!file || this.#problem) return;
    // A copy: the client reuses its memory for the next message.
    const data = Buffer.from(chunk.subarray(1));
    if (this.#files.length === 1) this.#digest.update(data);
    if (file.write(data) || stream.isPaused()) return;
    // A slow disk must not fill the memory.
    stream.pause();
    file.once('drain', () => stream.resume());
  }

  #open(name: string): void {
    const isSecondArchive = name === archiveName && this.#files.length > 0;
    if (isSecondArchive) this.#problem ??= new Error('A server with tablespaces is not ours');
    const options = { flags: 'wx', mode: 0o600, flush: true };
    const file = createWriteStream(join(this.#folder, name), options);
    file.on('error', (error) => {
      this.#problem ??= error;
      // Nobody waits for it any more: the rest is read and dropped.
      file.emit('drain');
    });
    this.#files.push(file);
  }

  /** Synced to disk. */
  async finish(): Promise<string> {
    for (const file of this.#files) {
      if (this.#problem) break;
      file.end();
      await once(file, 'close');
    }
    if (this.#problem) throw this.#problem;
    return this.#digest.digest('hex');
  }
}

/** Where the backup in a folder ends, by its manifest. */
export function endOf(backup: string): WalPosition {
  const manifest = JSON.parse(readFileSync(join(backup, manifestName), 'utf8')) as {
    'WAL-Ranges': readonly { Timeline: number; 'End-LSN': string }[];
  };
  const range = manifest['WAL-Ranges'].at(-1);
  return { timeline: range?.Timeline ?? 0, lsn: readLsn(range?.['End-LSN'] ?? '') };
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
