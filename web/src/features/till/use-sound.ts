import { useEffect, useState } from 'react';
import { armChime, chime, isChimeArmed } from './chime.ts';

export interface Sound {
  readonly isMuted: boolean;
  readonly toggle: () => void;
}

/** The choice of this device; without one there is a sound. */
const keptIn = 'till.sound';

/** After a reload browsers allow no sound until something is pressed: it goes on with the first press, wherever it is. */
export function useSound(): Sound {
  const [isWanted, setIsWanted] = useState(() => localStorage.getItem(keptIn) !== 'off');
  const [isArmed, setIsArmed] = useState(isChimeArmed);
  const isMuted = !isWanted || !isArmed;
  useEffect(() => {
    if (!isWanted || isArmed) return undefined;
    const arm = () => void armChime().then(setIsArmed);
    // Comes after the button's own handler, which still sees that there was no sound.
    window.addEventListener('click', arm);
    return () => window.removeEventListener('click', arm);
  }, [isWanted, isArmed]);
  return {
    isMuted,
    toggle: () => {
      localStorage.setItem(keptIn, isMuted ? 'on' : 'off');
      setIsWanted(isMuted);
      if (!isMuted) return;
      void armChime().then((armed) => {
        setIsArmed(armed);
        chime();
      });
    },
  };
}
