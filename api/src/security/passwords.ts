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
/**
 * Places to wait, apart for people who are known, so that a flood of strangers leaves theirs free. `ofOne`: for
 * one address or one person, so that these leave places for others.
 */
const places = { stranger: { all: 16, ofOne: 8 }, known: { all: 16, ofOne: 5 } };

/** Who wants a password to be hashed. */
export interface Asker {
  /**
   * Known is whoever is signed in, came with a link of ours or with the right password, or signs in at a
   * browser in which this person has signed in before.
   */
  readonly is: keyof typeof places;
  /** The user's id; for strangers the address. */
  readonly name: string;
}

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

export function askerOf({ userId }: { readonly userId: string }): Asker {
  return { is: 'known', name: userId };
}

export interface Passwords {
  hash(password: string, asker: Asker): Promise<string>;
  /** A null hash (unknown user) takes as long as a real one. */
  verify(passwordHash: string | null, password: string, asker: Asker): Promise<boolean>;
  needsRehash(passwordHash: string): boolean;
}

/** Each hash occupies a core, so only two run at once and few wait; the rest are refused. */
export function createPasswords(cost = recommendedCost): Passwords {
  const slots = createSlots();
  const costText = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const dummyHash = hash(randomBytes(16).toString('hex'), cost);
  return {
    hash: (password, asker) => slots(asker, () => hash(password, cost)),
    verify: (passwordHash, password, asker) =>
      slots(asker, async () => {
        const matches = await verify(passwordHash ?? (await dummyHash), password);
        return matches && passwordHash !== null;
      }),
    needsRehash: (passwordHash) => !passwordHash.includes(costText),
  };
}

/** Where nobody waits for it, such as for the first data. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, recommendedCost);
}

export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).has(password.toLowerCase());
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

interface Waiting {
  readonly name: string;
  readonly begin: () => void;
}

function createSlots() {
  let running = 0;
  const waiting: Record<Asker['is'], Waiting[]> = { known: [], stranger: [] };
  let next: Asker['is'] = 'known';

  const isFull = ({ is, name }: Asker): boolean =>
    waiting[is].length >= places[is].all ||
    waiting[is].filter((each) => each.name === name).length >= places[is].ofOne;

  /** In turns, so that neither keeps the other waiting. */
  const takeNext = (): Waiting | undefined => {
    const other = next === 'known' ? 'stranger' : 'known';
    const is = waiting[next].length > 0 ? next : other;
    next = is === 'known' ? 'stranger' : 'known';
    return waiting[is].shift();
  };

  return async <T>(asker: Asker, work: () => Promise<T>): Promise<T> => {
    if (running >= maxAtOnce) {
      if (isFull(asker)) throw new AppError('too_many_requests', { retryAfterSeconds: 2 });
      // The finishing task passes its slot on, so `running` stays unchanged.
      const { is, name } = asker;
      await new Promise<void>((begin) => waiting[is].push({ name, begin }));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const following = takeNext();
      if (following) following.begin();
      else running--;
    }
  };
}
