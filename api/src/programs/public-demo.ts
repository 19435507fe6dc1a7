import { StartError } from '../db/embedded/start-error.ts';
import type { Env } from '../env.ts';
import { isThisMachine } from '../mail/smtp.ts';
import type { DatabaseFacts } from './first-data.ts';

/**
 * The passwords of demo data are in the README. Other machines reach it only if that was asked for;
 * null, or what the start says about it.
 */
export function publicDemoNotice(
  { host, isDemoPublic }: Pick<Env, 'host' | 'isDemoPublic'>,
  facts: DatabaseFacts,
): string | null {
  if (!facts.demo || isThisMachine(host)) return null;
  if (!isDemoPublic) {
    throw new StartError(
      `This database holds demo data, whose passwords everybody knows, and with HOST=${host} other machines could sign in. Set SENTE_DEMO=public if they may, or leave HOST out.`,
    );
  }
  return `Demo data at ${host}: whoever reaches this server can sign in with the passwords below and change everything.`;
}
