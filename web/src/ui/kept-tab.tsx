import { useState, type ReactNode } from 'react';

interface KeptTabProps {
  isShown: boolean;
  children: ReactNode;
}

/** Made when it is first looked at, and kept from then on: what was typed is still there afterwards. */
export function KeptTab({ isShown, children }: KeptTabProps) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown ? <div hidden={!isShown}>{children}</div> : null;
}
