import { networkNames } from '@sente/contract/payments';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { guessNetwork } from '../../lib/network-guess.ts';
import type { NetworkDoubt } from './network-question.tsx';
import type { RequestValues } from './request-values.ts';

type Wish = Pick<RequestValues, 'phoneNumber' | 'network'>;

/** Whether the number looks like one of another network, and what the user said to that. */
export function useNetworkDoubt() {
  const [doubt, setDoubt] = useState<NetworkDoubt | null>(null);
  /** The number and network that the user confirmed. */
  const confirmed = useRef<string | null>(null);
  /** The number that the server said belongs to another network: it knows better than the guess. */
  const judged = useRef<string | null>(null);
  const isConfirmed = (wish: Wish): boolean => confirmed.current === wishOf(wish);
  return {
    doubt,
    answerTo: (wish: Wish) => (isConfirmed(wish) ? { isNetworkConfirmed: true } : {}),
    isAskedAbout: (wish: Wish): boolean => {
      const likely =
        judged.current === wish.phoneNumber ? undefined : guessNetwork(wish.phoneNumber);
      if (!likely || likely === wish.network || isConfirmed(wish)) return false;
      setDoubt({ chosen: wish.network, likely });
      return true;
    },
    hear: (error: unknown, wish: Wish): void => {
      const likely = networkNames.find((name) => name !== wish.network);
      if (!isOfOtherNetwork(error) || !likely) return;
      judged.current = wish.phoneNumber;
      setDoubt({ chosen: wish.network, likely });
    },
    confirm: (wish: Wish): void => {
      confirmed.current = wishOf(wish);
      setDoubt(null);
    },
    close: () => setDoubt(null),
  };
}

function wishOf({ phoneNumber, network }: Wish): string {
  return `${phoneNumber.trim()} ${network}`;
}

/** The server knows the prefixes; the table of this form may be older. */
function isOfOtherNetwork(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network_differs';
}
