import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { briefLimits } from '../limits.ts';
import { clusterDirOf, ownerUrl } from './cluster.ts';
import { asLogin, type Login } from './logins.ts';

/** The URL of the server that already runs on this data folder, for a second program; the owner's by default. */
export async function findRunningServer(dataDir: string, login?: Login): Promise<string | null> {
  const port = portOf(dataDir);
  if (port === null) return null;
  const own = ownerUrl(dataDir, port);
  const url = login ? asLogin(own, login) : own;
  const client = new pg.Client({ ...briefLimits, connectionString: url });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    // A stale file of a killed server.
    return null;
  }
}

/** PostgreSQL writes its port into the fourth line. */
function portOf(dataDir: string): number | null {
  try {
    const lines = readFileSync(join(clusterDirOf(dataDir), 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[3]) || null;
  } catch {
    return null;
  }
}
