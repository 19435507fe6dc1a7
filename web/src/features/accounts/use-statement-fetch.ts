import { accounts } from '@sente/contract/accounts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { callFile, type ReceivedFile } from '../../api/call-file.ts';
import { errorSentences } from '../../api/error-text.ts';
import type { StatementDays } from './statement-days.ts';

interface StatementFetch {
  readonly isBusy: boolean;
  /** So far; a long statement takes a while. */
  readonly receivedBytes: number;
  readonly error: string | null;
  readonly wrongFields: Readonly<Record<string, string>>;
  /** Null when it did not come; then `error` says why, unless it was given up. */
  readonly start: (days: StatementDays) => Promise<ReceivedFile | null>;
  /** Gives up what is under way and forgets what went wrong. */
  readonly reset: () => void;
}

const atRest = { isBusy: false, receivedBytes: 0, error: null, wrongFields: {} };

export function useStatementFetch(accountId: string): StatementFetch {
  const [state, setState] = useState<Omit<StatementFetch, 'start' | 'reset'>>(atRest);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(days: StatementDays): Promise<ReceivedFile | null> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ ...atRest, isBusy: true });
    try {
      const file = await callFile(accounts.statement, {
        params: { id: accountId },
        query: { ...days },
        signal: controller.signal,
        onProgress: (receivedBytes) => setState({ ...atRest, isBusy: true, receivedBytes }),
      });
      setState(atRest);
      return file;
    } catch (error) {
      if (controller.signal.aborted) return null;
      const wrongFields = error instanceof ApiError ? error.fields : {};
      setState({
        ...atRest,
        error: errorSentences(error, 'Failed to download statement'),
        wrongFields,
      });
      return null;
    }
  }

  function reset(): void {
    running.current?.abort();
    setState(atRest);
  }

  return { ...state, start, reset };
}
