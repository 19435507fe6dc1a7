import { accounts } from '@sente/contract/accounts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { callFile, type ReceivedFile } from '../../api/call-file.ts';
import { errorSentences } from '../../api/error-text.ts';
import { kampalaDay } from '../../lib/kampala.ts';

/* The statement of an account: its days, the download, and the lines of the file. */

/** Calendar days in Kampala, both ends included. */
export interface StatementDays {
  readonly startDate: string;
  readonly endDate: string;
}

export const statementRanges = [
  'Last 7 days',
  'Last 30 days',
  'Last 90 days',
  'This month',
  'Last month',
  'This year',
] as const;
export type StatementRange = (typeof statementRanges)[number];

const daysBack = { 'Last 7 days': 7, 'Last 30 days': 30, 'Last 90 days': 90 };

/** As in every list: from the day N days ago until today, both included. Last month is a whole one. */
export function daysOf(range: StatementRange, nowMs: number = Date.now()): StatementDays {
  const endDate = kampalaDay(0, nowMs);
  const firstOfMonth = `${endDate.slice(0, 7)}-01`;
  switch (range) {
    case 'This year':
      return { startDate: `${endDate.slice(0, 4)}-01-01`, endDate };
    case 'This month':
      return { startDate: firstOfMonth, endDate };
    case 'Last month': {
      const last = new Date(Date.parse(firstOfMonth) - 86_400_000).toISOString();
      return { startDate: `${last.slice(0, 7)}-01`, endDate: last.slice(0, 10) };
    }
    default:
      return { startDate: kampalaDay(daysBack[range], nowMs), endDate };
  }
}

/** The errors of the days, by field. */
export function wrongDays({ startDate, endDate }: StatementDays): Partial<StatementDays> {
  return {
    ...(startDate === '' ? { startDate: 'Start date is required' } : {}),
    ...(endDate === '' ? { endDate: 'End date is required' } : {}),
    ...(startDate !== '' && endDate !== '' && startDate > endDate
      ? { startDate: 'Start date must not be after end date' }
      : {}),
  };
}

/** The files of a statement. That for spreadsheets has no limit and is also what is printed. */
export const statementFiles = {
  pdf: {
    label: 'PDF, signed by Sente',
    hint: 'For banks and auditors: anybody can check it at /verify, its pages too.',
    endpoint: accounts.statementPdf,
    prefix: 'signed-statement',
    ending: 'pdf',
  },
  csv: {
    label: 'CSV, for spreadsheets',
    hint: 'Every movement and the balance after it.',
    endpoint: accounts.statement,
    prefix: 'statement',
    ending: 'csv',
  },
  signed: {
    label: 'CSV, signed by Sente',
    hint: 'With the proof of every movement: anybody can check it at /verify.',
    endpoint: accounts.signedStatement,
    prefix: 'signed-statement',
    ending: 'csv',
  },
} as const;
export type StatementFile = keyof typeof statementFiles;

interface StatementFetch {
  readonly isBusy: boolean;
  /** The bytes so far; a long statement takes a while. */
  readonly receivedBytes: number;
  readonly error: string | null;
  readonly wrongFields: Readonly<Record<string, string>>;
  /** Null after a failure, with the reason in `error`, or after a cancellation. */
  readonly start: (
    days: StatementDays,
    file: StatementFile,
    part?: string,
  ) => Promise<ReceivedFile | null>;
  /** Cancels a running download and clears the error. */
  readonly reset: () => void;
}

const idle = { isBusy: false, receivedBytes: 0, error: null, wrongFields: {} };

export function useStatementFetch(accountId: string): StatementFetch {
  const [state, setState] = useState<Omit<StatementFetch, 'start' | 'reset'>>(idle);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(
    days: StatementDays,
    chosen: StatementFile,
    part = '',
  ): Promise<ReceivedFile | null> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ ...idle, isBusy: true });
    try {
      const file = await callFile(statementFiles[chosen].endpoint, {
        params: { id: accountId },
        query: { ...days, ...(part !== '' && { part }) },
        signal: controller.signal,
        onProgress: (receivedBytes) => setState({ ...idle, isBusy: true, receivedBytes }),
      });
      setState(idle);
      return file;
    } catch (error) {
      if (controller.signal.aborted) return null;
      const wrongFields = error instanceof ApiError ? error.fields : {};
      setState({
        ...idle,
        error: errorSentences(error, 'Failed to download statement'),
        wrongFields,
      });
      return null;
    }
  }

  function reset(): void {
    running.current?.abort();
    setState(idle);
  }

  return { ...state, start, reset };
}

/** The columns of the server's file, as texts. */
export interface StatementLine {
  readonly date: string;
  readonly reference: string;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
}

/** The lines of a statement for printing, from the opening to the closing balance. */
export function readStatement(csv: string): StatementLine[] {
  const [, ...rows] = readCsv(csv);
  return rows.map(([date = '', , reference = '', description = '', ...amounts]) => {
    const [debit = '', credit = '', balance = ''] = amounts;
    return { date, reference, description, debit, credit, balance };
  });
}

const quoted = /"((?:[^"]|"")*)"(,|\r?\n|$)/gy;

/** The server quotes every value. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, value = '', end] of text.replace(/^\ufeff/, '').matchAll(quoted)) {
    row.push(withoutGuard(value.replaceAll('""', '"')));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The apostrophe prevents spreadsheets from running a formula; print does not need it. */
function withoutGuard(value: string): string {
  return /^'[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}
