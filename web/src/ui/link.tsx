import type { ComponentProps, MouseEvent } from 'react';
import { resolveTo } from '../lib/history.ts';
import { useLocation, useNavigate } from '../lib/router.tsx';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** For the page; not in its address. */
  state?: object | undefined;
  /** Leaves the single-page app for a page of the server. */
  reloadDocument?: boolean | undefined;
}

/** A link inside the portal; pages are preloaded by app/preload.ts. */
export function Link({ to, state, reloadDocument = false, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const isElsewhere = /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(to);
  const href = isElsewhere ? to : resolveTo(to, location);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (isElsewhere || reloadDocument || !isPlainClick(event)) return;
    event.preventDefault();
    // The page that is open already gets no second entry in the history.
    const isHere = href === location.pathname + location.search + location.hash;
    navigate(to, { replace: isHere, state });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** Not for the browser, which opens new tabs and windows, and not handled by somebody else. */
function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const hasKey = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  const isSameTab = target === '' || target === '_self';
  return !event.defaultPrevented && event.button === 0 && isSameTab && !hasKey;
}
