import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** For the page; not in its address. */
  state?: object | undefined;
  /** Leaves the single-page app for a page of the server. */
  reloadDocument?: boolean | undefined;
}

/** A link inside the portal; pages are preloaded by app/preload.ts. */
export function Link({ reloadDocument = false, ...rest }: LinkProps) {
  return <RouterLink {...rest} reloadDocument={reloadDocument} />;
}
