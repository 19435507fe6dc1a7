import { useEffect, useState } from 'react';
import { lateWindow } from '../../ui/late.tsx';
import { askForProofWith, type AskedProof } from './ask-for-proof.ts';

const OwnProofDialog = lateWindow(() => import('./own-proof-dialog.tsx'));

/** Asks who it is before something is done that a stolen session must not do, wherever in the portal that happens. */
export function ProofQuestion() {
  const [asked, setAsked] = useState<AskedProof | null>(null);
  useEffect(() => askForProofWith(setAsked), []);
  // Whoever is signed out meanwhile does not confirm it at the next sign-in.
  useEffect(() => () => asked?.cancel(), [asked]);
  return (
    <OwnProofDialog
      open={asked !== null}
      onClose={() => setAsked(null)}
      title="Confirm that it is you"
      description="This changes how somebody signs in, who may change that, the books, or where money goes. You are not asked again for ten minutes."
      submitLabel="Confirm"
      busyLabel="Confirming..."
      failed="Failed to confirm that it is you"
      send={async (shown) => {
        await asked?.send(shown);
        setAsked(null);
      }}
    />
  );
}
