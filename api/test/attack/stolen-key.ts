import { createSenteClient, SenteError } from '../../../client/sente-client.ts';
import { findStop, freshNumbers, richest, type Demo, type Stop } from './demo.ts';

export interface Loss {
  /** What the robbers could have taken without a brake, in UGX. */
  readonly within: number;
  /** Payouts that they asked for. */
  readonly asked: number;
  readonly accepted: number;
  readonly acceptedUgx: number;
  readonly lostUgx: number;
  readonly stop: Stop | null;
}

export interface Raid {
  readonly receivers: number;
  /** Of one payout, at most what divides the balance; UGX. */
  readonly amount?: number;
  readonly atOnce?: number;
  /** Robs the richest company with limits instead of the richest without. */
  readonly hasLimits?: boolean;
}

/** Whoever has the API key of the richest company pays its balance out to fresh SIM cards. */
export async function stealKey(
  demo: Demo,
  { receivers, amount, atOnce = 40, hasLimits = false }: Raid,
): Promise<Loss> {
  const [victim] = await richest(demo.owner, 1, hasLimits);
  if (!victim) throw new Error('No company has money');
  const keys = await keysOf(demo, victim.companyId);
  const numbers = freshNumbers(receivers);
  const each = Math.floor(amount ?? victim.available / receivers);
  const accepted = await payOutAll(demo, keys, numbers, each, atOnce);
  await demo.untilQuiet();
  return {
    within: victim.available,
    asked: receivers,
    accepted,
    acceptedUgx: accepted * each,
    lostUgx: demo.paidTo(new Set(numbers)),
    stop: await findStop(demo.owner),
  };
}

export interface Keys {
  readonly channelId: string;
  readonly secretKey: string;
}

/** The key of a company, as it was stolen: read or made by an administrator. */
async function keysOf(demo: Demo, companyId: string): Promise<Keys> {
  const token = await demo.signIn('superadmin@sente.test');
  const listed = await demo.call(token, 'GET', `/Company/${companyId}/credentials`);
  const [known] = (listed.data ?? []) as { recordId: string; isActive: boolean }[];
  const made = known?.isActive
    ? await demo.call(token, 'POST', '/Company/credentials/reveal', {
        recordId: known.recordId,
        companyId,
      })
    : await demo.call(token, 'POST', '/Company/credentials', { companyId });
  return made.data as Keys;
}

/** As fast as the server accepts them; returns how many it did. */
export async function payOutAll(
  { url }: Demo,
  keys: Keys,
  numbers: readonly string[],
  amount: number,
  atOnce: number,
): Promise<number> {
  const client = createSenteClient({ baseUrl: url, ...keys });
  const waiting = [...numbers];
  let accepted = 0;
  const work = async (): Promise<void> => {
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      try {
        await client.payOut({ phoneNumber: number, amount, reference: `Robbery ${number}` });
        accepted += 1;
      } catch (error) {
        if (!(error instanceof SenteError)) throw error;
        if (error.code === 'insufficient_funds') waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return accepted;
}
