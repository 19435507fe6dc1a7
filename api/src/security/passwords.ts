import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../http/app-error.ts';

export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's first choice for argon2id. About 25 hashes a second on two cores. */
export const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const maxAtOnce = 2;
const maxWaiting = 24;
/** Of one caller, so that a flood from one address leaves places for others. */
const maxWaitingOfOne = 8;

/** Common here, and not in the list of the most common ones of the world. */
const localPasswords = `change-me kampala kampala1 kampala123 uganda uganda1 uganda123 money123
  mobilemoney mtnmomo airtel123 root1234`;
const worldwide = 10_000;

const commonPasswords = once(async () => {
  // Loaded when the first password is chosen: it takes longer than the rest of the server's modules.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'].slice(0, worldwide);
  return new Set([...list, ...localPasswords.split(/\s+/)]);
});

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * A null hash (unknown user) takes as long as a real one. `from` names the caller: one caller cannot
   * take all places.
   */
  verify(passwordHash: string | null, password: string, from?: string): Promise<boolean>;
  needsRehash(passwordHash: string): boolean;
}

/** Each hash occupies a core, so only two run at once and few wait; the rest are refused. */
export function createPasswords(cost = recommendedCost): Passwords {
  const slots = createSlots();
  const costText = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const dummyHash = hash(randomBytes(16).toString('hex'), cost);
  return {
    hash: (password) => slots(() => hash(password, cost)),
    verify: (passwordHash, password, from) =>
      slots(async () => {
        const matches = await verify(passwordHash ?? (await dummyHash), password);
        return matches && passwordHash !== null;
      }, from),
    needsRehash: (passwordHash) => !passwordHash.includes(costText),
  };
}

export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).has(password.toLowerCase());
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function createSlots() {
  let running = 0;
  const waiting: { readonly from: string | undefined; readonly begin: () => void }[] = [];
  const isFull = (from: string | undefined): boolean =>
    waiting.length >= maxWaiting ||
    (from !== undefined && waiting.filter((each) => each.from === from).length >= maxWaitingOfOne);
  return async <T>(work: () => Promise<T>, from?: string): Promise<T> => {
    if (running >= maxAtOnce) {
      if (isFull(from)) throw new AppError('too_many_requests', { retryAfterSeconds: 2 });
      // The finishing task passes its slot on, so `running` stays unchanged.
      await new Promise<void>((begin) => waiting.push({ from, begin }));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.begin();
      else running--;
    }
  };
}
