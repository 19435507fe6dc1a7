import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seedExaminations } from '../../demo/examinations.ts';
import { testDatabaseBeside } from '../db/embedded/cluster.ts';
import { asLogin } from '../db/embedded/logins.ts';
import type { Env } from '../env.ts';
import type { TestWorldPlace } from '../test-world.ts';

/** What the simulated networks of the test world remember, next to the embedded database. */
const stateFile = ({ dataDir }: Env): string => join(dataDir, 'simulator-test.jsonl');

/**
 * Beside the embedded database, in one that is created when somebody first needs it. Beside another database
 * only if the operator names one: Sente creates nothing on a server that is not its own.
 */
export async function findTestWorld(
  url: string,
  env: Env,
  say: (line: string) => void,
  isDemo: boolean,
): Promise<TestWorldPlace | null> {
  const demo = isDemo ? { onNewCompany: seedExaminations } : {};
  const { testDatabaseUrl, databaseUrl } = env;
  const simulator = { delayMs: env.simulator?.delayMs ?? usualDelayMs };
  if (testDatabaseUrl !== null) {
    const remembers = databaseUrl === null ? stateFile(env) : null;
    return {
      databaseUrls: async () => ({
        ownerUrl: asOwnerOf(testDatabaseUrl, env),
        url: testDatabaseUrl,
      }),
      isInUse: true,
      simulator: { ...simulator, stateFile: remembers },
      ...demo,
    };
  }
  if (databaseUrl !== null) {
    say('Test mode is off: set SENTE_TEST_DATABASE_URL to an empty database for it.');
    return null;
  }
  const beside = testDatabaseBeside(url);
  return {
    databaseUrls: async () => {
      await beside.create();
      return { ownerUrl: beside.url, url: asLogin(beside.url, 'sente_server') };
    },
    isInUse: await beside.exists(),
    simulator: { ...simulator, stateFile: stateFile(env) },
    ...demo,
  };
}

/** The login that migrates the live database migrates this one too. */
function asOwnerOf(url: string, { ownerDatabaseUrl }: Env): string {
  if (ownerDatabaseUrl === null) return url;
  const [own, owner] = [new URL(url), new URL(ownerDatabaseUrl)];
  [own.username, own.password] = [owner.username, owner.password];
  return own.href;
}

const usualDelayMs = 3_000;

/** Of the demo data nothing is left in it either. A database of its own is the operator's to empty. */
export async function forgetTestWorld(url: string, env: Env): Promise<void> {
  if (env.databaseUrl !== null || env.testDatabaseUrl !== null) return;
  await testDatabaseBeside(url).drop();
  await rm(stateFile(env), { force: true });
}
