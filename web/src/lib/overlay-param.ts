import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface OverlayParam {
  /** What is shown over the page; null: nothing. */
  readonly value: string | null;
  /** The address of this page with that over it, for a real link. */
  readonly hrefFor: (value: string) => string;
  readonly open: (value: string) => void;
  /** In place of what is open, without a step to go back to. */
  readonly replace: (value: string) => void;
  readonly close: () => void;
}

/**
 * Something over the page that has a place in the address, so that reload, back and a shared link
 * show it again. Closing it goes back to where it was opened, if that was here.
 */
export function useOverlayParam(name: string): OverlayParam {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const value = params.get(name);
  const wasSeenClosed = useRef(false);
  useEffect(() => {
    if (value === null) wasSeenClosed.current = true;
  }, [value]);

  const changed = (next: string | null): URLSearchParams => {
    const copy = new URLSearchParams(params);
    if (next === null) copy.delete(name);
    else copy.set(name, next);
    return copy;
  };
  return {
    value,
    hrefFor: (next) => `${pathname}?${changed(next)}`,
    open: (next) => setParams(changed(next), { preventScrollReset: true }),
    replace: (next) => setParams(changed(next), { replace: true, preventScrollReset: true }),
    close: () => {
      if (value === null) return;
      if (wasSeenClosed.current) void navigate(-1);
      else setParams(changed(null), { replace: true, preventScrollReset: true });
    },
  };
}
