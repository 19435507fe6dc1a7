import { accessLinks, type AccessLink, type AccessLinkKind } from '@sente/contract/access-links';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { Failure } from '../../api/query-state.ts';

/** `missing`: the address has no secret, as after a reload. */
export type AccessLinkState =
  | { readonly is: 'loading' | 'missing' | 'ended' }
  | { readonly is: 'failed'; readonly failure: Failure }
  | { readonly is: 'open'; readonly link: AccessLink; readonly token: string };

/** What the link in the address is for, if it is one of these kinds. */
export function useAccessLink(kinds: readonly AccessLinkKind[]) {
  const token = useFragment();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ token: string; state: AccessLinkState } | null>(null);

  useEffect(() => {
    if (token === '') return undefined;
    const aborted = new AbortController();
    const show = (state: AccessLinkState) => {
      if (!aborted.signal.aborted) setAnswer({ token, state });
    };
    call(accessLinks.look, { body: { token }, signal: aborted.signal }).then(
      ({ data }) => show({ is: 'open', link: data, token }),
      (error: Error) => {
        const onRetry = () => {
          setAnswer(null);
          setAttempt((count) => count + 1);
        };
        show(
          hasEnded(error)
            ? { is: 'ended' }
            : { is: 'failed', failure: { error, busy: false, onRetry } },
        );
      },
    );
    return () => aborted.abort();
  }, [token, attempt]);

  const end = () => setAnswer({ token, state: { is: 'ended' } });
  return { state: stateOf(), end };

  function stateOf(): AccessLinkState {
    if (token === '') return { is: 'missing' };
    if (answer?.token !== token) return { is: 'loading' };
    const { state } = answer;
    return state.is === 'open' && !kinds.includes(state.link.kind) ? { is: 'ended' } : state;
  }
}

/** Also for a link that is not complete: the person can do the same about it. */
export function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'link_ended' || 'token' in error.fields);
}

/**
 * The secret of the link. It is removed from the address at once, so that it is neither in the
 * history nor on the screen, and it is kept nowhere else.
 */
function useFragment(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(hash.slice(1));
  // Another link was pasted into the address bar.
  if (hash.length > 1 && hash.slice(1) !== token) setToken(hash.slice(1));
  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}
