import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from './router.tsx';
import { stepUnasked } from './unsaved-warning.ts';

interface OverlayParam {
  /** The value of the open overlay; null for none. */
  readonly value: string | null;
  /** The address of this page with the overlay open, for a link. */
  readonly hrefFor: (value: string) => string;
  readonly open: (value: string) => void;
  /** Replaces the open overlay without a new history entry. */
  readonly replace: (value: string) => void;
  readonly close: () => void;
}

/**
 * An overlay with a parameter in the address, so that reload, Back and a shared link show it again.
 * Closing it goes back to the entry before it, if that was this page.
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
    open: (next) => setParams(changed(next)),
    replace: (next) => setParams(changed(next), { replace: true }),
    close: () => {
      if (value === null) return;
      if (wasSeenClosed.current) stepUnasked(() => navigate(-1));
      else setParams(changed(null), { replace: true });
    },
  };
}
