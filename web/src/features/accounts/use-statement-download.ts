import { accounts, type Account } from '@sente/contract/accounts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { callFile } from '../../api/call-file.ts';
import { errorSentences } from '../../api/error-text.ts';
import { csvFile } from '../../lib/download-csv.ts';
import { downloadFile } from '../../lib/download-file.ts';
import type { StatementDays } from './statement-days.ts';

interface StatementDownload {
  readonly isBusy: boolean;
  /** So far; a long statement takes a while. */
  readonly receivedBytes: number;
  readonly error: string | null;
  readonly wrongFields: Readonly<Record<string, string>>;
  /** True when the file is saved. */
  readonly start: (days: StatementDays) => Promise<boolean>;
  /** Gives up what is under way and forgets what went wrong. */
  readonly reset: () => void;
}

const atRest = { isBusy: false, receivedBytes: 0, error: null, wrongFields: {} };

export function useStatementDownload({ id, accountNumber }: Account): StatementDownload {
  const [state, setState] = useState<Omit<StatementDownload, 'start' | 'reset'>>(atRest);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(days: StatementDays): Promise<boolean> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ ...atRest, isBusy: true });
    try {
      const { content, fileName } = await callFile(accounts.statement, {
        params: { id },
        query: { ...days },
        signal: controller.signal,
        onProgress: (receivedBytes) => setState({ ...atRest, isBusy: true, receivedBytes }),
      });
      const ownName = `statement-${accountNumber}-${days.startDate}-${days.endDate}.csv`;
      downloadFile(fileName ?? ownName, csvFile(content));
      setState(atRest);
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      const wrongFields = error instanceof ApiError ? error.fields : {};
      setState({
        ...atRest,
        error: errorSentences(error, 'Failed to download statement'),
        wrongFields,
      });
      return false;
    }
  }

  function reset(): void {
    running.current?.abort();
    setState(atRest);
  }

  return { ...state, start, reset };
}
