import { accessLinks, type AccessLink, type AccessLinkKind } from '@sente/contract/access-links';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '../../lib/router.tsx';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { Failure } from '../../api/query-state.ts';

/** `missing`: the address has no secret, as when a part of the link was copied. */
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
 * The secret of the link. It is moved from the address into the history entry at once: there a reload of
 * this tab finds it, but it is not on the screen, not in the list of visited pages and not sent to
 * anybody. A link that has been used is worth nothing.
 */
function useFragment(): string {
  const { hash, pathname, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash) navigate(pathname, { replace: true, state: { secret: hash.slice(1) } });
  }, [hash, pathname, navigate]);
  return hash ? hash.slice(1) : secretIn(state);
}

function secretIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('secret' in state)) return '';
  return typeof state.secret === 'string' ? state.secret : '';
}
