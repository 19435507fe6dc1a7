import { AppError } from '../http/app-error.ts';

/** Waits until something of a company may have changed. */
export interface Watch {
  /** At the next change, after so many milliseconds, or when it is over. A change before it counts. */
  next(ms: number): Promise<void>;
  /** The caller is gone, or the server stops. */
  isOver(): boolean;
  end(): void;
}

export interface CompanyChanges {
  watch(companyId: string, gone: AbortSignal): Watch;
}

/** Calls of a company that wait at one server; a system needs one. */
const mostOfCompany = 10;
const mostWaiting = 5_000;

interface Waiter {
  isDue: boolean;
  wake: () => void;
}

/** Those who wait on this server. */
export function createWaiters() {
  const waiters = new Map<string, Set<Waiter>>();
  let count = 0;

  const wakeAll = (some: Iterable<Waiter>): void => {
    for (const waiter of some) {
      waiter.isDue = true;
      waiter.wake();
    }
  };
  return {
    /** Of some companies; of all by default. */
    wake(companyIds: Iterable<string> = waiters.keys()): void {
      for (const companyId of companyIds) wakeAll(waiters.get(companyId) ?? []);
    },

    watch(companyId: string, gone: AbortSignal): Watch {
      const some = waiters.get(companyId) ?? new Set();
      if (some.size >= mostOfCompany || count >= mostWaiting) {
        const message = 'Too many calls wait for events';
        throw new AppError('too_many_requests', { message, retryAfterSeconds: 5 });
      }
      const waiter: Waiter = { isDue: false, wake: () => {} };
      waiters.set(companyId, some.add(waiter));
      count += 1;
      return {
        async next(ms) {
          if (!waiter.isDue && !gone.aborted) await untilWoken(waiter, ms, gone);
          waiter.isDue = false;
        },
        isOver: () => gone.aborted,
        end() {
          if (some.delete(waiter)) count -= 1;
          if (some.size === 0) waiters.delete(companyId);
        },
      };
    },
  };
}

function untilWoken(waiter: Waiter, ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      gone.removeEventListener('abort', done);
      waiter.wake = () => {};
      resolve();
    };
    const timer = setTimeout(done, ms);
    gone.addEventListener('abort', done);
    waiter.wake = done;
  });
}
