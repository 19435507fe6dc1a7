import { AppError } from '../http/app-error.ts';

/**
 * Limits repeated wrong signatures. A 256-bit key cannot be guessed, so this only keeps load off
 * the database: in memory, per server. Counted by address; a channel that signed correctly from the
 * address recently always passes, so that a stranger behind the same router, or with the same
 * channel id, cannot lock a company out.
 */
export interface FailedSignatures {
  refuseWhileBlocked(address: string, channelId: string): void;
  failed(address: string): void;
  succeeded(address: string, channelId: string): void;
}

const freePerMinute = 60;
const minuteMs = 60_000;
const trustedForMs = 60 * minuteMs;
/** Maximum size of each map; dropping entries early does no harm. */
const maxRemembered = 10_000;

interface Counted {
  failures: number;
  readonly untilMs: number;
}

export function createFailedSignatures(now: () => number = Date.now): FailedSignatures {
  const counted = new Map<string, Counted>();
  const trusted = new Map<string, number>();
  const pairOf = (address: string, channelId: string): string => `${address} ${channelId}`;

  return {
    refuseWhileBlocked(address, channelId) {
      const entry = counted.get(address);
      if (!entry || entry.failures < freePerMinute || entry.untilMs <= now()) return;
      if ((trusted.get(pairOf(address, channelId)) ?? 0) > now()) return;
      throw new AppError('too_many_requests', {
        message: 'Too many wrong signatures from this address. Please wait and try again.',
        retryAfterSeconds: Math.ceil((entry.untilMs - now()) / 1000),
      });
    },

    failed(address) {
      const entry = counted.get(address);
      if (entry && entry.untilMs > now()) entry.failures++;
      else remember(counted, address, { failures: 1, untilMs: now() + minuteMs });
    },

    succeeded(address, channelId) {
      const pair = pairOf(address, channelId);
      // Not on every request: half of the period is long enough.
      if ((trusted.get(pair) ?? 0) > now() + trustedForMs / 2) return;
      remember(trusted, pair, now() + trustedForMs);
    },
  };
}

/** Drops the oldest entry when there are too many. */
function remember<Value>(known: Map<string, Value>, name: string, value: Value): void {
  known.delete(name);
  known.set(name, value);
  if (known.size <= maxRemembered) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
