import { StartError } from '../db/embedded/start-error.ts';
import type { Env } from '../env.ts';
import { startDatabaseServer } from './database-server.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A StartError ends the program with its message; anything else is a defect and keeps its stack. */
export async function runProgram(failure: string, main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`\n${failure} ${error.message}\n`);
    process.exit(1);
  }
}

/** For programs that work on the database and end. */
export async function withDatabase(env: Env, work: (url: string) => Promise<void>): Promise<void> {
  const server = await startDatabaseServer(env, say);
  try {
    await work(server.ownerUrl);
  } finally {
    await server.stop();
  }
}
