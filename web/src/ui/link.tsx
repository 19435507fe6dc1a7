import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Leaves the program for a page that the server sends. */
  reloadDocument?: boolean | undefined;
}

/** A link inside the portal. The router's own brings a way of fetching ahead that we do ourselves: 2 kB. */
export function Link({ to, reloadDocument = false, target, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, target ? { target } : {});
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented && !reloadDocument) follow(event);
      }}
    />
  );
}
