import type { FastifyReply } from 'fastify';
import { AppError } from '../http/app-error.ts';
import type { SharedCounts } from '../live/shared-counts.ts';

export interface CredentialLimit {
  readonly requestsPerSecond: number;
  /** Requests that may come at once after a rest. */
  readonly burst: number;
}

/**
 * Limits the requests of all keys of a company by a token bucket: it holds `burst` requests and fills up at
 * `requestsPerSecond`. In memory, less what the other instances tell of theirs. Only verified requests count, so nobody
 * can use up a company's limit without its key.
 */
export interface CredentialLimits {
  /** Counts a request and tells the caller what is left. Throws if it is one too many. */
  count(companyId: string, reply: FastifyReply): void;
}

interface Bucket {
  /** A fraction of a request counts, too. Below zero if several instances allowed too many in the same moment. */
  left: number;
  filledAt: number;
}

/** Maximum number of buckets; one that is dropped early starts full. */
const maxRemembered = 10_000;

export function createCredentialLimits(
  { requestsPerSecond, burst }: CredentialLimit,
  counts: SharedCounts,
  now: () => number = () => performance.now(),
): CredentialLimits {
  const buckets = new Map<string, Bucket>();

  const fill = (companyId: string): Bucket => {
    const { left, filledAt } = buckets.get(companyId) ?? { left: burst, filledAt: now() };
    const gained = ((now() - filledAt) / 1000) * requestsPerSecond;
    const bucket = { left: Math.min(burst, left + gained), filledAt: now() };
    // The least recently used comes first.
    buckets.delete(companyId);
    buckets.set(companyId, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > maxRemembered && oldest !== undefined) buckets.delete(oldest);
    return bucket;
  };
  const secondsUntil = (missing: number): number =>
    Math.max(1, Math.ceil(missing / requestsPerSecond));
  const spend = (bucket: Bucket, count: number): void => {
    // What is more than a whole bucket too many is forgiven, so that a company is not kept out for long.
    bucket.left = Math.max(-burst, bucket.left - count);
  };
  const tellOthers = counts.share('requests', (companyId, count) => spend(fill(companyId), count));

  return {
    count(companyId, reply) {
      const bucket = fill(companyId);
      const isTooMany = bucket.left < 1;
      if (!isTooMany) {
        spend(bucket, 1);
        tellOthers(companyId);
      }
      reply.headers({
        'ratelimit-limit': burst,
        'ratelimit-remaining': Math.max(0, Math.floor(bucket.left)),
        'ratelimit-reset': secondsUntil(burst - bucket.left),
      });
      if (isTooMany) {
        throw new AppError('too_many_requests', {
          retryAfterSeconds: secondsUntil(1 - bucket.left),
        });
      }
    },
  };
}
