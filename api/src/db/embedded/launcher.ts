import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { archiveSettings, type Archive } from './archive.ts';
import { findBinaries } from './binaries.ts';
import { clusterDirOf, ensureCluster, ensureDatabase, ownerUrl } from './cluster.ts';
import { settleLeftovers, takeDataFolder } from './locks.ts';
import { runServer, type RunningServer, type Settings } from './process.ts';
import { logSettings } from './server-log.ts';
import { chooseServerUser } from './server-user.ts';
import { explainFileError, StartError } from './start-error.ts';

/**
 * Modest settings for a laptop or a small server. fsync stays on: a confirmed commit must survive a
 * power cut. max_wal_size bounds the recovery time after a crash.
 */
const SETTINGS: Settings = {
  shared_buffers: '128MB',
  max_connections: '50',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  ...logSettings,
  log_checkpoints: 'off',
  // A socket's path must be short, and ours may be long.
  unix_socket_directories: '',
};

export interface EmbeddedPostgresOptions {
  /** Created if missing. Contains the cluster, its password and the lock. */
  readonly dataDir: string;
  /** Each line of its output; see server-log.ts. */
  readonly log: (line: string) => void;
  /** Added to the default settings, as on the server's command line. */
  readonly settings?: Settings;
  /** Used when it is free; otherwise any free port. */
  readonly port?: number;
  /** None by default. */
  readonly archive?: Archive | null;
}

export interface EmbeddedPostgres {
  /** The owner's URL of the database `sente`. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  /** Calls back when the server ends without stop(), after which it may be started again. */
  onExit(tell: (lastWords: string) => void): void;
}

/** Starts the PostgreSQL that npm installed. Fails with a StartError that says what to do. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    const dataDir = prepareFolder(options.dataDir);
    const release = takeDataFolder(dataDir);
    try {
      const server = await startIn(dataDir, options);
      return handleFor(server, dataDir, release);
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    throw explainFileError(error, options.dataDir);
  }
}

export function prepareFolder(wanted: string): string {
  const created = makeFolder(wanted);
  // As root the server runs as another user, whom a umask of 077 would lock out of a new folder.
  if (created && process.getuid?.() === 0) chmodSync(wanted, 0o755);
  // Resolves links, so that two names of one folder count as the same folder.
  return realpathSync(wanted);
}

/** Step by step: in places such as /proc, Node's recursive mkdir never returns. */
function makeFolder(wanted: string): boolean {
  if (existsSync(wanted)) {
    if (statSync(wanted).isDirectory()) return false;
    throw new StartError(`${wanted} is a file. Set SENTE_DATA to a folder.`);
  }
  makeFolder(dirname(wanted));
  mkdirSync(wanted);
  return true;
}

async function startIn(dataDir: string, options: EmbeddedPostgresOptions): Promise<RunningServer> {
  const { log, port, archive } = options;
  const user = chooseServerUser(clusterDirOf(dataDir));
  const nativeDir = await findBinaries(dataDir, user);
  const installation = { dataDir, nativeDir, user, log };
  await ensureCluster(installation);
  await settleLeftovers(dataDir, log);
  const settings = {
    ...SETTINGS,
    ...(archive && archiveSettings(installation, archive)),
    ...options.settings,
  };
  const server = await runServer(installation, settings, port);
  try {
    await ensureDatabase(dataDir, server.port);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

function handleFor(server: RunningServer, dataDir: string, release: () => void): EmbeddedPostgres {
  let wanted = false;
  const gone = server.ended.then((lastWords) => {
    release();
    return lastWords;
  });
  return {
    url: ownerUrl(dataDir, server.port),
    port: server.port,
    async stop() {
      wanted = true;
      await server.stop();
      await gone;
    },
    onExit(tell) {
      void gone.then((lastWords) => {
        if (!wanted) tell(lastWords);
      });
    },
  };
}
