import { isIPv6 } from 'node:net';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';

/**
 * A budget: `atOnce` attempts, then one more every `everySeconds`. Stored in the database, so that all
 * instances count together. An attempt is taken before its password is checked, so that parallel attempts
 * count like consecutive ones, and given back if the password was right.
 */
interface Budget {
  readonly key: string;
  readonly atOnce: number;
  readonly everySeconds: number;
}

/** One attempt to sign in, or to prove that one knows one's password. */
export interface Attempt {
  /** The user's id, or the typed email of an unknown user. */
  readonly account: string;
  readonly address: string;
  /** Names the browser, if this user has signed in with it before. */
  readonly device: string | null;
}

const minute = 60;

/** Names the browser of a person, which keeps the token. */
export function deviceOf(account: string, tokenHash: Buffer): string {
  return `${account}:${tokenHash.toString('hex')}`;
}

/**
 * A known device has a budget of its own, which strangers cannot use up. Together the others have 20 wrong
 * passwords at once and 72 a day: fewer than 100 on any day, from however many addresses. So have all known
 * ones of a person, of which some may be a thief's. One of them alone takes less than comes back, and leaves
 * enough for the person at another.
 */
function budgetsOf({ account, address, device }: Attempt): Budget[] {
  if (device !== null) {
    const key = `sign-in:device:${device}`;
    return [
      { key, atOnce: 5, everySeconds: 30 },
      { key: `${key}:day`, atOnce: 20, everySeconds: 60 * minute },
      { key: `sign-in:devices:${account}`, atOnce: 50, everySeconds: 30 * minute },
    ];
  }
  return [
    {
      key: `sign-in:pair:${account}:${addressGroup(address)}`,
      atOnce: 5,
      everySeconds: minute,
    },
    { key: `sign-in:account:${account}`, atOnce: 20, everySeconds: 20 * minute },
  ];
}

/** Takes one of each budget, or refuses with the time to wait. */
export async function takeAttempt(db: Db, attempt: Attempt): Promise<void> {
  await take(db, budgetsOf(attempt), 'Too many failed sign-ins');
}

/** The password was right. */
export async function giveBackAttempt(db: Db, attempt: Attempt): Promise<void> {
  await giveBack(db, budgetsOf(attempt));
}

/** The password that was guessed at is no more: the person signs in at once, with this browser and any other. */
export async function forgetGuesses(db: Db, attempt: Attempt): Promise<void> {
  const budgets = [...budgetsOf(attempt), ...budgetsOf({ ...attempt, device: null })];
  const keys = [
    ...budgets.map(({ key }) => key),
    wrongOnes['password of strangers'].key + attempt.account,
    wrongOnes['password in a known browser'].key + attempt.account,
  ];
  await db.rows('delete from throttles where key = any ($1)', [keys]);
}

export async function giveBack(db: Db, budgets: readonly Budget[]): Promise<void> {
  for (const { key, everySeconds } of budgets) {
    await db.rows(
      'update throttles set spent_until = spent_until - make_interval(secs => $2) where key = $1',
      [key, everySeconds],
    );
  }
}

/**
 * Wrong codes of a second factor. Somebody who types them knows the password, so strangers have fewer
 * than 60 a day together. A browser that the person has used before has a budget of its own, and all of
 * these together have fewer than 100 a day: an intruder may have signed in with many before the factor was
 * set up. Strangers cannot use that up.
 */
function factorBudgetsOf({ account, device }: Pick<Attempt, 'account' | 'device'>): Budget[] {
  if (device === null) {
    return [{ key: `factor:account:${account}`, atOnce: 10, everySeconds: 30 * minute }];
  }
  const key = `factor:device:${device}`;
  return [
    { key, atOnce: 5, everySeconds: minute },
    { key: `${key}:day`, atOnce: 25, everySeconds: 30 * minute },
    { key: `factor:devices:${account}`, atOnce: 50, everySeconds: 30 * minute },
  ];
}

export type FactorAttempt = Parameters<typeof factorBudgetsOf>[0];

export async function takeFactorAttempt(db: Db, attempt: FactorAttempt): Promise<void> {
  await take(db, factorBudgetsOf(attempt), 'Too many wrong codes');
}

/** The code was right. */
export async function giveBackFactorAttempt(db: Db, attempt: FactorAttempt): Promise<void> {
  await giveBack(db, factorBudgetsOf(attempt));
}

/**
 * How many wrong ones the owner is told of. Five codes a day are forgotten, because somebody who types them
 * knows the password, and 20 passwords: so strangers and known browsers have fewer than 40 each on any day
 * before the owner knows.
 */
const wrongOnes = {
  code: { key: 'factor:wrong:', many: 5, forgottenAfter: '288 minutes' },
  'password of strangers': { key: 'sign-in:wrong:', many: 20, forgottenAfter: '72 minutes' },
  'password in a known browser': {
    key: 'sign-in:wrong-known:',
    many: 20,
    forgottenAfter: '72 minutes',
  },
};

/** Counts a wrong one; returns whether these are many now. More than many are not remembered for longer. */
export async function noteWrong(
  db: Db,
  what: keyof typeof wrongOnes,
  account: string,
): Promise<boolean> {
  const { key, many, forgottenAfter } = wrongOnes[what];
  const row = await db.row<{ are_many: boolean }>(
    `insert into throttles (key, spent_until) values ($1, clock_timestamp() + $2::interval)
     on conflict (key) do update set spent_until = least(
       greatest(throttles.spent_until, clock_timestamp()) + $2::interval,
       clock_timestamp() + $3 * $2::interval)
     returning spent_until > clock_timestamp() + ($3 - 1) * $2::interval as are_many`,
    [key + account, forgottenAfter, many],
  );
  return row?.are_many ?? false;
}

/** Whether the last time is at least a day ago; from now on it is not. */
export async function isFirstOfDay(db: Db, what: string): Promise<boolean> {
  const row = await db.row(
    `insert into throttles (key, spent_until) values ($1, clock_timestamp() + interval '1 day')
     on conflict (key) do update set spent_until = excluded.spent_until
       where throttles.spent_until <= clock_timestamp()
     returning key`,
    [`told:${what}`],
  );
  return row !== undefined;
}

/** One address asking for links for many users, known or not: it causes at most ten mails and 20 an hour. */
export async function takeRecovery(db: Db, address: string): Promise<void> {
  const key = `recovery:${addressGroup(address)}`;
  await take(db, [{ key, atOnce: 10, everySeconds: 3 * minute }], 'Too many requests');
}

/** One address beginning to sign in with a passkey, which stores a row each time. */
export async function takePasskeyStart(db: Db, address: string): Promise<void> {
  const key = `passkey:${addressGroup(address)}`;
  await take(db, [{ key, atOnce: 60, everySeconds: 5 }], 'Too many requests');
}

/** Whether staff are told of this enquiry alone. In a flood they are told of several together. */
export async function takeEnquiryNews(db: Db): Promise<boolean> {
  const budget = { key: 'enquiry-news', atOnce: 5, everySeconds: 10 * minute };
  return (await secondsToWait(db, [budget])) === 0;
}

type AccessNews = 'password' | 'sign-in' | 'alerts-off' | 'factor' | 'factor-reset';

/** Mails about the own sign-in. The address may be a stranger's, entered by somebody who knows the password. */
function accessNews(what: AccessNews, address: string): Budget {
  const key = `${what}-news:${address.toLowerCase()}`;
  return { key, atOnce: 6, everySeconds: 240 * minute };
}

/** Whether the person is told of something of their own: not of one after the other all day. */
export async function takeAccessNews(db: Db, what: AccessNews, address: string): Promise<boolean> {
  return (await secondsToWait(db, [accessNews(what, address)])) === 0;
}

const tooMany = {
  password: 'Too many new passwords for this person',
  'factor-reset': 'Too many removals of this second factor',
};

/** Somebody else does it: the person must be told, so it is refused otherwise. */
export async function requireAccessNews(db: Db, what: keyof typeof tooMany, address: string) {
  await take(db, [accessNews(what, address)], tooMany[what]);
}

/** Emails and usernames of people elsewhere that a company tries for its own people. */
function nameClashes(companyId: string): Budget {
  return { key: `name-clash:${companyId}`, atOnce: 20, everySeconds: 10 * minute };
}

export async function takeNameClash(db: Db, companyId: string): Promise<void> {
  await take(db, [nameClashes(companyId)], 'Too many emails or usernames that are in use');
}

/** There was no clash. */
export async function giveBackNameClash(db: Db, companyId: string): Promise<void> {
  await giveBack(db, [nameClashes(companyId)]);
}

/** Sessions of the open demo. */
export async function takeDemo(db: Db, address: string): Promise<void> {
  const budgets = [
    { key: `demo:${addressGroup(address)}`, atOnce: 20, everySeconds: minute },
    { key: 'demo', atOnce: 500, everySeconds: 2 },
  ];
  await take(db, budgets, 'Too many visitors');
}

export async function take(db: Db, budgets: readonly Budget[], message: string): Promise<void> {
  const seconds = await secondsToWait(db, budgets);
  if (seconds === 0) return;
  throw new AppError('too_many_requests', {
    message: `${message}. Try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}

/** Takes one of each budget and returns 0, or takes none and returns when there is one again. */
async function secondsToWait(db: Db, budgets: readonly Budget[]): Promise<number> {
  const keys = budgets.map(({ key }) => key);
  // Rows are created first and then locked in a fixed order: parallel attempts queue instead of
  // deadlocking.
  await db.rows(
    `insert into throttles (key) select key from unnest($1::text[]) as key order by key
     on conflict (key) do nothing`,
    [keys],
  );
  await db.rows('select 1 from throttles where key = any($1) order by key for update', [keys]);
  // Not now(), which is the start of the transaction, before it waited for the lock.
  const blocked = await db.row<{ seconds: number | null }>(
    `select ceil(max(extract(epoch from
       t.spent_until - clock_timestamp()) - (b.at_once - 1) * b.every_seconds))::int as seconds
     from unnest($1::text[], $2::int[], $3::int[]) as b (key, at_once, every_seconds)
     join throttles t on t.key = b.key`,
    [keys, budgets.map(({ atOnce }) => atOnce), budgets.map(({ everySeconds }) => everySeconds)],
  );
  const seconds = blocked?.seconds ?? 0;
  if (seconds > 0) return seconds;
  for (const { key, everySeconds } of budgets) {
    await db.rows(
      `update throttles
       set spent_until = greatest(spent_until, clock_timestamp()) + make_interval(secs => $2)
       where key = $1`,
      [key, everySeconds],
    );
  }
  await forgetOld(db);
  return 0;
}

/** Removes full budgets, so that a million attempted names do not leave a million rows. */
async function forgetOld(db: Db): Promise<void> {
  await db.rows(
    `delete from throttles where key in (
       select key from throttles where spent_until < now() - interval '1 minute'
       order by spent_until limit 20 for update skip locked
     )`,
  );
}

/** One subscriber: a whole /64 of IPv6, of which one has 18 trillion addresses. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [start = '', end] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = start.split(':').filter(Boolean);
  const after = (end ?? '').split(':').filter(Boolean);
  const zeros = end === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
