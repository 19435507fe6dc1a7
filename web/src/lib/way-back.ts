import { pathOf } from './history.ts';
import { useLocation } from './router.tsx';

/**
 * The address of a list as it was left for the pages below an address, with its filters; undefined if they were reached
 * from elsewhere. A list may lead to pages that are below another one.
 */
export function useLeftList(list: string, above = list): string | undefined {
  const { trail } = useLocation();
  const from = trail.find((address) => !pathOf(address).startsWith(`${above}/`));
  return from !== undefined && pathOf(from) === list ? from : undefined;
}

/** The same, or the list as it is opened from the menu. */
export function useWayBack(list: string): string {
  return useLeftList(list) ?? list;
}
