import { randomBytes } from 'node:crypto';

/** Access tokens, each for one product and a limited time. */
export interface Tokens {
  issue(product: string, lifeSeconds: number): string;
  isGood(product: string, authorization: string | undefined): boolean;
  /** Expires all tokens. */
  revokeAll(): void;
  /** Number of tokens issued. */
  readonly count: () => number;
}

export function createTokens(): Tokens {
  const tokens = new Map<string, { readonly product: string; readonly goodUntil: number }>();
  let count = 0;
  return {
    issue(product, lifeSeconds) {
      count++;
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, { product, goodUntil: Date.now() + lifeSeconds * 1000 });
      return token;
    },
    isGood(product, authorization) {
      const token = tokens.get(authorization?.replace(/^Bearer /, '') ?? '');
      return token?.product === product && Date.now() < token.goodUntil;
    },
    revokeAll: () => tokens.clear(),
    count: () => count,
  };
}
