import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatUgx } from '@sente/contract/money';
import { cleanEnvironment } from '../program.ts';
import { findStop, freshNumbers, richest, startDemo, type Demo } from './demo.ts';
import { reportNormalMonths } from './normal-month-report.ts';
import { stealAdministrator } from './stolen-administrator.ts';
import { stealKey, type Loss, type Raid } from './stolen-key.ts';
import { createThief, forgedEnd, forgeries } from './stolen-login.ts';

/*
 * `npm run attack` robs the demo, each time with fresh data: with a stolen API key, the session of an
 * administrator, and the database login of requests. `-- --normal-month --seeds 50` plays ordinary months
 * instead.
 */

const { values } = parseArgs({
  options: {
    'normal-month': { type: 'boolean', default: false },
    seeds: { type: 'string', default: '50' },
  },
});
const seeds = Number(values.seeds);
if (!Number.isSafeInteger(seeds) || seeds < 1) {
  console.error(`--seeds is a whole number above zero, not ${values.seeds}.`);
  process.exit(1);
}
if (values['normal-month']) await reportNormalMonths(seeds);
else await robDemo();

async function robDemo(): Promise<void> {
  const raids: [string, Raid][] = [
    ['2,000 SIM cards', { receivers: 2_000 }],
    ['2,000 SIM cards, company with limits', { receivers: 2_000, hasLimits: true }],
    ['all at once in the largest amounts', { receivers: 30, amount: 20_000_000, atOnce: 30 }],
  ];
  const lost: number[] = [];
  for (const [name, raid] of raids) {
    lost.push(await inDemo(`A stolen API key, ${name}`, async (demo) => stealKey(demo, raid)));
  }
  lost.push(
    await inDemo('A stolen administrator', async (demo) => {
      const { loss, attempts } = await stealAdministrator(demo);
      for (const { what, outcome } of attempts) console.log(`  ${what}: ${outcome}`);
      return loss;
    }),
  );
  lost.push(await inDemo('A stolen database login of requests', stealLogin));
  console.log(`\nThe largest loss: ${formatUgx(Math.max(...lost))}.`);
}

async function inDemo(name: string, rob: (demo: Demo) => Promise<Loss>): Promise<number> {
  console.log(`\n${name}`);
  const demo = await startDemo();
  try {
    const loss = await rob(demo);
    const { within, asked, accepted, acceptedUgx, lostUgx, stop } = loss;
    console.log(`  could be taken without a brake: ${formatUgx(within)}`);
    console.log(`  payouts accepted: ${accepted} over ${formatUgx(acceptedUgx)}`);
    console.log(
      stop
        ? `  stopped by ${stop.sign} after ${stop.seconds.toFixed(1)} s, ${stop.held} payouts held`
        : accepted < asked
          ? '  no brake: the limits of the company stopped it'
          : '  NOT STOPPED',
    );
    console.log(`  lost: ${formatUgx(lostUgx)}`);
    return lostUgx;
  } finally {
    await demo.stop();
  }
}

async function stealLogin(demo: Demo): Promise<Loss> {
  const thief = await createThief(demo.databaseUrl, demo.owner);
  const [victim] = await richest(demo.owner, 1, false);
  if (!victim) throw new Error('No company has money');
  const numbers = freshNumbers(400);
  const ugx = Math.min(20_000_000, Math.floor(victim.available / 200));
  const unheld = await thief.payOut(victim, numbers.slice(0, 200), 20_000_000, false);
  const held = await thief.payOut(victim, numbers.slice(200), ugx, true);
  console.log(`  ${unheld} payouts stored without money, ${held} with money that is held`);
  const becoming = { what: 'become the watcher', sql: 'set role sente_watcher' };
  for (const { what, sql } of [...forgeries, becoming]) {
    const error = await thief.tryTo(sql);
    console.log(`  ${what}: ${error === null ? 'DONE' : `refused (${error})`}`);
  }
  const [asker, approver] = await demo.owner.rows<{ id: string }>(
    "select id from users where email in ('finance@sente.test', 'admin@sente.test')",
  );
  const forged = forgedEnd(victim.companyId, asker?.id ?? '', approver?.id ?? '');
  const locked = await untilStopped(demo, () => thief.tryTo(forged));
  console.log(
    `  end the brake in the name of two people: ${locked === null ? 'DONE' : `refused (${locked})`}`,
  );
  const freed = await thief.freeHolds(victim, 3);
  console.log(`  free the money of payouts that wait: done for ${freed}`);
  await demo.untilQuiet();
  await thief.close();
  console.log(`  npm run verify says: ${verify(demo)}`);
  return {
    within: victim.available + 200 * 20_000_000,
    asked: numbers.length,
    accepted: unheld + held,
    acceptedUgx: unheld * 20_000_000 + held * ugx,
    lostUgx: demo.paidTo(new Set(numbers)),
    stop: await findStop(demo.owner),
  };
}

/** Tries it once the brake is on. */
async function untilStopped<T>({ owner }: Demo, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 60 && !(await findStop(owner)); tries++) await sleep(500);
  return attempt();
}

function verify({ dataDir }: Demo): string {
  const program = fileURLToPath(new URL('../../src/programs/verify.ts', import.meta.url));
  const env = cleanEnvironment({ SENTE_DATA: dataDir });
  try {
    return String(execFileSync(process.execPath, [program], { env })).split('\n')[0] ?? '';
  } catch (error) {
    // It ends with 1 if it finds something.
    const found = String((error as { stdout?: Buffer }).stdout ?? error);
    return found.split('\n').slice(0, 4).join('\n    ');
  }
}
