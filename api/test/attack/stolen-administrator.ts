import { freshNumbers, findStop, richest, type Demo, type PortalAnswer } from './demo.ts';
import { payOutAll, type Keys, type Loss } from './stolen-key.ts';

export interface Attempt {
  readonly what: string;
  readonly outcome: string;
}

/**
 * Whoever has the session of one SuperAdmin tries to make money, helpers and room, and at last pays out
 * with the API keys of companies, which administrators can see.
 */
export async function stealAdministrator(
  demo: Demo,
): Promise<{ loss: Loss; attempts: readonly Attempt[] }> {
  const token = await demo.signIn('superadmin@sente.test');
  const attempts: Attempt[] = [];
  const attempt = async (what: string, method: string, path: string, body?: object) => {
    const answer = await demo.call(token, method, path, body);
    attempts.push({ what, outcome: outcomeOf(answer) });
    return answer;
  };
  const victims = await richest(demo.owner, 5, false);
  const [first] = victims;
  if (!first) throw new Error('No company has money');
  const { companyId } = first;

  const account = { accountType: 2, isActive: true, companyId };
  const deposit = await attempt('deposit a billion shillings', 'POST', '/Account', {
    ...account,
    accountName: 'Loot',
    initialDeposit: 1_000_000_000,
  });
  for (const name of ['one', 'two']) {
    await attempt(`deposit a million shillings, ${name}`, 'POST', '/Account', {
      ...account,
      accountName: `Loot ${name}`,
      initialDeposit: 1_000_000,
    });
  }
  const asked = `/Approvals/${deposit.meta?.approvalId}`;
  const { askedAt } = (await demo.call(token, 'GET', asked)).data as { askedAt: string };
  await attempt('approve the own deposit', 'POST', `${asked}/approve`, { askedAt });
  await becomeSomebodyElse(demo, attempt, attempts, { asked, askedAt });
  const [limited] = await richest(demo.owner, 1, true);
  await attempt('remove the limits of a company', 'PUT', `/Company/${limited?.companyId}/limits`, {
    limits: [],
  });
  return { loss: await payOutFromAll(demo, token, victims, attempts), attempts };
}

function outcomeOf({ status, message, meta }: PortalAnswer): string {
  if (status >= 400) return `refused: ${message}`;
  return meta?.approvalId ? 'waits for a second person' : 'done';
}

type Try = (what: string, method: string, path: string, body?: object) => ReturnType<Demo['call']>;

/** Sets the password of a colleague and signs in as them, to be the second person. */
async function becomeSomebodyElse(
  demo: Demo,
  attempt: Try,
  attempts: Attempt[],
  { asked, askedAt }: { asked: string; askedAt: string },
): Promise<void> {
  const colleague = await demo.owner.row<Record<string, string>>(
    `select id, first_name as "firstName", last_name as "lastName", username, email from users
     where email = 'finance@sente.test'`,
  );
  if (!colleague) return;
  const { id, ...person } = colleague;
  const password = 'Stolen-pass-1';
  await attempt('set the password of a colleague', 'PUT', `/User/${id}`, {
    ...person,
    phoneNumber: null,
    isActive: true,
    password,
  });
  const puppet = await demo.signIn('finance@sente.test', password);
  if (!puppet) return;
  const answer = await demo.call(puppet, 'POST', `${asked}/approve`, { askedAt });
  attempts.push({ what: 'approve the deposit as that colleague', outcome: outcomeOf(answer) });
}

async function payOutFromAll(
  demo: Demo,
  token: string | null,
  victims: Awaited<ReturnType<typeof richest>>,
  attempts: Attempt[],
): Promise<Loss> {
  let accepted = 0;
  let acceptedUgx = 0;
  const numbers = freshNumbers(victims.length * 100);
  await Promise.all(
    victims.map(async ({ companyId, available }, index) => {
      const made = await demo.call(token, 'POST', '/Company/credentials', { companyId });
      const listed = await demo.call(token, 'GET', `/Company/${companyId}/credentials`);
      const keys = (made.data ?? listed.data?.[0]) as Keys | undefined;
      if (!keys) return;
      const each = Math.min(20_000_000, Math.floor(available / 100));
      const own = numbers.slice(index * 100, (index + 1) * 100);
      const count = await payOutAll(demo, keys, own, each, 10);
      accepted += count;
      acceptedUgx += count * each;
    }),
  );
  await demo.untilQuiet();
  const released = await demo.call(token, 'GET', '/PayoutBrakes/state');
  for (const brake of (released.data?.brakes ?? []) as { id: string }[]) {
    const asked = await demo.call(token, 'POST', `/PayoutBrakes/${brake.id}/propose`, {
      decision: 'release',
      reason: 'All is well',
    });
    attempts.push({ what: 'release the payout brake', outcome: outcomeOf(asked) });
  }
  await demo.untilQuiet();
  return {
    within: victims.reduce((sum, { available }) => sum + available, 0),
    asked: numbers.length,
    accepted,
    acceptedUgx,
    lostUgx: demo.paidTo(new Set(numbers)),
    stop: await findStop(demo.owner),
  };
}
