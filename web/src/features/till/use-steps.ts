import type { TillPayment } from '@sente/contract/tills';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '../../lib/router.tsx';
import type { Wish } from './use-asking.ts';

/** What a cashier is at, after the choice between amounts, products and messages. */
export type Step =
  | { readonly at: 'ask'; readonly wish: Wish }
  | { readonly at: 'asked'; readonly asked: TillPayment }
  | { readonly at: 'check' };

/** In the history, and not in the address. */
interface Entry {
  /** Of another shift it means nothing. */
  readonly shiftId: string;
  /** How many entries above the choice. */
  readonly depth: number;
  readonly step: Step;
}

/** Each step has its entry in the history: Back leads to the step before, not out of the till. */
export function useSteps(shiftId: string) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const entry = entryOf(state, shiftId);
  // An answer comes when the cashier may be at another step, or gone: undefined.
  const latest = useRef<Entry | null>(undefined);
  useEffect(() => {
    latest.current = entry;
    return () => {
      latest.current = undefined;
    };
  });
  return {
    step: entry?.step ?? null,
    enter: (step: Step, replaces: (before: Step) => boolean = () => false): void => {
      const before = latest.current;
      if (before === undefined) return;
      const replace = before !== null && replaces(before.step);
      const depth = (before?.depth ?? 0) + (replace ? 0 : 1);
      navigate(pathname, { replace, state: { shiftId, depth, step } satisfies Entry });
    },
    back: () => entry && navigate(-1),
    /** To the choice, for the next customer. */
    leave: () => entry && navigate(-entry.depth),
  };
}

function entryOf(state: unknown, shiftId: string): Entry | null {
  const entry = state as Partial<Entry> | null;
  return entry?.shiftId === shiftId && entry.step && entry.depth ? (entry as Entry) : null;
}
