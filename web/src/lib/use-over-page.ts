import { useState } from 'react';
import { useLocation } from './router.tsx';

/**
 * State of an overlay without an address, such as a side panel: it closes on navigation, so that it
 * is not open on the next page.
 */
export function useOverPage<Value>(
  atFirst: Value | null = null,
): [value: Value | null, setValue: (value: Value | null) => void] {
  // Changes with each navigation, even to the same page.
  const { key } = useLocation();
  const [state, setState] = useState({ value: atFirst, key });
  const isHere = state.key === key;
  if (!isHere) setState({ value: null, key });
  return [isHere ? state.value : null, (value) => setState({ value, key })];
}
