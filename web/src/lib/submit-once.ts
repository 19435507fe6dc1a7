import { type SubmitEvent, useRef } from 'react';

/** For a form that is no contract form: pressing twice within one frame, before it shows as busy, sends once. */
export function useSubmitOnce(send: () => Promise<unknown>): (event: SubmitEvent) => void {
  const isSending = useRef(false);
  return (event) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    void send().finally(() => {
      isSending.current = false;
    });
  };
}
