import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * For a form that is no contract form: the first wrong field gets the focus, which scrolls to it. The function
 * is called with the errors, whose fields are marked a moment later.
 */
export function useFocusWrong(): [form: RefObject<HTMLFormElement | null>, focus: () => void] {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return [form, () => setTries((before) => before + 1)];
}
