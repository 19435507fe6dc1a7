import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * State of something that lies over the page without an address of its own, such as a side panel:
 * whoever leaves by a link in it or goes back does not find it on the next page.
 */
export function useOverPage<Value>(
  atFirst: Value | null = null,
): [value: Value | null, setValue: (value: Value | null) => void] {
  // Another one with each step, also with one that leads to the same page.
  const { key } = useLocation();
  const [state, setState] = useState({ value: atFirst, key });
  const isHere = state.key === key;
  if (!isHere) setState({ value: null, key });
  return [isHere ? state.value : null, (value) => setState({ value, key })];
}
