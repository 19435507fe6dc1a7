import { auth } from '@sente/contract/auth';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastSessionEnd } from '../session/session-end.ts';
import { ExpiryNotice } from './expiry-notice.tsx';
import { getSession } from '../session/session-store.ts';
import { held } from '../testing/answers.ts';
import { owner, signInAs } from '../testing/people.ts';
import { calls, serve } from '../testing/server.ts';

const minutes = 60_000;
const text = 'Your session will expire soon';

function pass(ms: number) {
  act(() => void vi.advanceTimersByTime(ms));
}

beforeEach(() => {
  vi.useFakeTimers();
  serve(auth.logout, held().answer);
});

describe('the expiry notice', () => {
  it('appears when less than five minutes remain', () => {
    signInAs({ ...owner, lastsMs: 6 * minutes });
    render(<ExpiryNotice />);
    pass(minutes);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    pass(1);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('can be dismissed for this session', () => {
    signInAs({ ...owner, lastsMs: 4 * minutes });
    render(<ExpiryNotice />);
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
    pass(2 * minutes);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('offers to sign in again without losing the page', () => {
    signInAs({ ...owner, lastsMs: 4 * minutes });
    render(<ExpiryNotice />);
    act(() => screen.getByRole('button', { name: 'Sign in again' }).click());
    expect(getSession()).toBeNull();
    expect(lastSessionEnd()).toEqual({ message: null, keepPage: true });
    expect(calls(auth.logout)).toHaveLength(1);
  });

  it('the session ends when its time is over, dismissed or not', () => {
    signInAs({ ...owner, lastsMs: 4 * minutes });
    render(<ExpiryNotice />);
    pass(4 * minutes);
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
    expect(lastSessionEnd()).toEqual({
      message: 'Your session has ended. Please sign in again.',
      keepPage: true,
    });
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('checks the clock again when a sleeping machine wakes', () => {
    signInAs({ ...owner, lastsMs: 60 * minutes });
    render(<ExpiryNotice />);
    vi.setSystemTime(Date.now() + 61 * minutes);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(Object.keys(localStorage)).toEqual(['deviceToken']);
  });
});
