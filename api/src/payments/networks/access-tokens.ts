import { ask, asText, type NetworkAnswer, type NetworkRequest } from './network-http.ts';

/** A token, or the response that contained none. */
export type TokenResult = { readonly token: string } | { readonly refusal: NetworkAnswer };

export interface AccessTokens {
  /** Cached while it is valid; concurrent callers share one request. */
  get(): Promise<TokenResult>;
  /** Discards a token that the network rejected. */
  drop(token: string): void;
  readonly path: string;
}

/** Renewed this much before it expires, or after four fifths of a short lifetime. */
const maxMarginMs = 60_000;

export function createAccessTokens(request: NetworkRequest): AccessTokens {
  let current: { readonly token: string; readonly goodUntil: number } | null = null;
  let underWay: Promise<TokenResult> | null = null;

  const fetchToken = async (): Promise<TokenResult> => {
    const askedAt = Date.now();
    const answer = await ask(request);
    const isGood = 'status' in answer && answer.status === 200;
    const token = isGood ? asText(answer.json?.['access_token']) : '';
    if (!token) return { refusal: answer };
    const lifeMs = isGood ? Number(asText(answer.json?.['expires_in'])) * 1000 : 0;
    const usableMs = Number.isFinite(lifeMs) ? lifeMs - Math.min(maxMarginMs, lifeMs / 5) : 0;
    current = { token, goodUntil: askedAt + usableMs };
    return { token };
  };

  return {
    path: request.path,
    async get() {
      if (current && Date.now() < current.goodUntil) return { token: current.token };
      underWay ??= fetchToken().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    drop(token) {
      if (current?.token === token) current = null;
    },
  };
}
