import type { TillPayment } from '@sente/contract/tills';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { chime } from './chime.ts';
import { cautionOf } from './payment-notes.ts';
import { noteTouch, tillQueries } from './till-calls.ts';

/** Twice what a good line needs. */
const staleAfterMs = 10_000;
/** How long a new payment stands out. */
const freshMs = 6_000;

const none: readonly TillPayment[] = [];

/** What is paid now, whether that is current, and what has just come. One sound for what comes together. */
export function useShiftFeed(shiftId: string, isMuted: boolean) {
  const { data, error, isError, dataUpdatedAt } = useQuery(tillQueries.feed(shiftId));
  const now = useNow();
  useTouches();
  const payments = data?.payments ?? none;
  const freshIds = useFresh(data?.payments, isMuted);
  const isStale = isError || (dataUpdatedAt > 0 && now - dataUpdatedAt > staleAfterMs);
  return {
    payments,
    olderCount: data?.olderCount ?? 0,
    freshIds,
    error,
    isLoading: data === undefined,
    /** When the server last said what is shown; null if that is current. */
    staleSince: isStale ? (data?.at ?? '') : null,
  };
}

/** What was there at the first look is not new, so a reload makes no sound. */
function useFresh(payments: readonly TillPayment[] | undefined, isMuted: boolean) {
  const known = useRef<Set<string> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!payments) return undefined;
    const paid = payments.filter(({ state }) => state === 'paid').map(({ id }) => id);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...paid]);
    // Nobody at the counter has just paid what was asked for long ago.
    const late = new Set(payments.filter((each) => cautionOf(each)).map(({ id }) => id));
    const come = before ? paid.filter((id) => !before.has(id) && !late.has(id)) : [];
    if (come.length === 0) return undefined;
    setFresh((shown) => new Set([...shown, ...come]));
    if (!isMuted) chime();
    setTimeout(
      () => setFresh((shown) => new Set([...shown].filter((id) => !come.includes(id)))),
      freshMs,
    );
    return undefined;
  }, [payments, isMuted]);
  return fresh;
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function useTouches(): void {
  useEffect(() => {
    const events = ['pointerdown', 'keydown'] as const;
    for (const name of events) window.addEventListener(name, noteTouch);
    return () => {
      for (const name of events) window.removeEventListener(name, noteTouch);
    };
  }, []);
}
