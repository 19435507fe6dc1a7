import { useState } from 'react';

/** Calls `restart` while rendering when a dialog opens or closes, so that an opening starts over. */
export function useOpenings(open: boolean, restart: () => void): void {
  const [wasOpen, setWasOpen] = useState(open);
  if (open === wasOpen) return;
  setWasOpen(open);
  restart();
}
