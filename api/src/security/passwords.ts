import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../http/app-error.ts';

export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's first choice for argon2id. About 25 hashes a second on two cores. */
const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const maxAtOnce = 2;
const maxWaiting = 24;

/** The most common passwords; shorter ones fail the length rule. */
const commonPasswords = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword 123456 1234567 12345678
  123456789 1234567890 0123456789 987654321 87654321 654321 111111 11111111 000000 00000000 123123
  123123123 112233 121212 159753 222222 555555 666666 777777 88888888 999999 qwerty qwerty1 qwerty12
  qwerty123 qwertyuiop 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx zxcvbn zxcvbnm asdfgh asdfghjkl abc123
  abcd1234 abc12345 a1b2c3d4 aa123456 iloveyou welcome welcome1 letmein monkey dragon football
  baseball superman batman princess sunshine shadow master michael jordan23 trustno1 starwars
  changeme change-me default secret secret123 admin admin1 admin12 admin123 administrator root1234
  test1234 testtest user1234 guest123 uganda uganda1 uganda123 kampala kampala1 kampala123 money123
  mobilemoney mtnmomo airtel123`.split(/\s+/),
);

export interface Passwords {
  hash(password: string): Promise<string>;
  /** A null hash (unknown user) takes as long as a real one. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  needsRehash(passwordHash: string): boolean;
}

/** Each hash occupies a core, so only two run at once and few wait; the rest are refused. */
export function createPasswords(cost = recommendedCost): Passwords {
  const slots = createSlots();
  const costText = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const dummyHash = hash(randomBytes(16).toString('hex'), cost);
  return {
    hash: (password) => slots(() => hash(password, cost)),
    verify: (passwordHash, password) =>
      slots(async () => {
        const matches = await verify(passwordHash ?? (await dummyHash), password);
        return matches && passwordHash !== null;
      }),
    needsRehash: (passwordHash) => !passwordHash.includes(costText),
  };
}

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}

function createSlots() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxAtOnce) {
      if (waiting.length >= maxWaiting)
        throw new AppError('too_many_requests', { retryAfterSeconds: 2 });
      // The finishing task passes its slot on, so `running` stays unchanged.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
