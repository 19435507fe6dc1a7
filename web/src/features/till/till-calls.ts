import { tillCalls, type EndedShift, type TillFeed, type TillState } from '@sente/contract/till';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, isUnanswered } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { errorSentences } from '../../api/error-text.ts';
import { key } from '../../api/keys.ts';

/** The device says in which mode it is, by its cookies. That of this tab is of a person, who may be in another. */
export const byDevice = { mode: 'live' } as const;

const feedEveryMs = 3_000;
/** On a bad line an answer that takes longer is given up, and asked for again. */
const patienceMs = 8_000;

/** Of the till's own refusals. */
export function isRefused(error: unknown, code: 'till_unpaired' | 'shift_ended'): boolean {
  return error instanceof ApiError && error.code === code;
}

const stateKey = key('till', 'state');

export const tillQueries = {
  /** Null: this device is not paired. */
  state: queryOptions({
    queryKey: stateKey,
    queryFn: ({ signal }) => readState(signal),
    retry: false,
    networkMode: 'always',
    staleTime: Infinity,
    // While there is no line the page asks by itself.
    refetchInterval: (query) => (query.state.status === 'error' ? feedEveryMs : false),
  }),
  feed: (shiftId: string) =>
    queryOptions({
      queryKey: key('till', 'feed', shiftId),
      queryFn: ({ client, queryKey, signal }) =>
        readFeed(client.getQueryData<ShownFeed>(queryKey), signal),
      retry: false,
      networkMode: 'always',
      refetchInterval: (query) =>
        isRefused(query.state.error, 'shift_ended') ? false : feedEveryMs,
      refetchIntervalInBackground: true,
      refetchOnReconnect: true,
    }),
};

export function keepState(client: QueryClient, state: TillState | null): void {
  client.setQueryData(stateKey, state);
}

async function readState(signal: AbortSignal): Promise<TillState | null> {
  try {
    return (await call(tillCalls.state, { signal: limited(signal), ...byDevice })).data;
  } catch (error) {
    if (isRefused(error, 'till_unpaired')) return null;
    throw error;
  }
}

export interface ShownFeed extends TillFeed {
  readonly payments: NonNullable<TillFeed['payments']>;
}

async function readFeed(before: ShownFeed | undefined, signal: AbortSignal): Promise<ShownFeed> {
  const touched = takeTouch();
  try {
    const { data } = await call(tillCalls.feed, {
      query: { version: before?.version, touched: touched ? 'true' : undefined },
      signal: limited(signal),
      ...byDevice,
    });
    return { ...data, payments: data.payments ?? before?.payments ?? [] };
  } catch (error) {
    isTouched ||= touched;
    throw error;
  }
}

let isTouched = false;

/** Somebody is at the screen, so the shift is not idle. */
export function noteTouch(): void {
  isTouched = true;
}

function takeTouch(): boolean {
  const was = isTouched;
  isTouched = false;
  return was;
}

function limited(signal?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener('abort', stop);
  setTimeout(stop, patienceMs);
  return controller.signal;
}

export async function endShift(): Promise<EndedShift> {
  return (await patiently((signal) => call(tillCalls.end, { signal, ...byDevice }))).data;
}

const tries = 3;
const noAnswer = 'There was no answer. Press again: nothing is done twice.';

/** Sends again what got no answer. Only for calls that may be sent twice. */
export async function patiently<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(limited());
    } catch (error) {
      if (attempt === tries || !isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 1_000));
    }
  }
}

/** A small form over a schema of the contract; the portal's own would double the weight of this page. */
export function useSending<Body>(schema: z.ZodMiniType<Body>, failed: string) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [code, setCode] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);
  return {
    errors,
    failure,
    /** Of the refusal that `failure` tells. */
    code,
    isBusy,
    send: async (values: unknown, act: (body: Body) => Promise<void>): Promise<void> => {
      if (isBusy) return;
      setFailure(null);
      setCode(undefined);
      const parsed = z.safeParse(schema, values);
      setErrors(parsed.success ? {} : messagesOf(parsed.error));
      if (!parsed.success) return;
      setIsBusy(true);
      try {
        await act(parsed.data);
      } catch (error) {
        const fields = error instanceof ApiError ? error.fields : {};
        setErrors(fields);
        setCode(error instanceof ApiError ? error.code : undefined);
        if (isUnanswered(error)) setFailure(noAnswer);
        else if (Object.keys(fields).length === 0) setFailure(errorSentences(error, failed));
      } finally {
        setIsBusy(false);
      }
    },
  };
}

function messagesOf({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }) {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0])] ??= message;
  return messages;
}
