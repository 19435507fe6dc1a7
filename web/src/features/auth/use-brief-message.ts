import { useCallback, useEffect, useState } from 'react';

interface BriefMessage {
  text: string | null;
  show: (text: string) => void;
  clear: () => void;
}

/** A message that goes by itself; the same text shown again stays its full time. */
export function useBriefMessage(lastsMs: number, initialText: string | null): BriefMessage {
  const [message, setMessage] = useState(initialText === null ? null : { text: initialText });

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), lastsMs);
    return () => clearTimeout(timer);
  }, [message, lastsMs]);

  return {
    text: message?.text ?? null,
    show: useCallback((text: string) => setMessage({ text }), []),
    clear: useCallback(() => setMessage(null), []),
  };
}
