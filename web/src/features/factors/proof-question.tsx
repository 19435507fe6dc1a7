import { useEffect, useState } from 'react';
import { lateWindow } from '../../ui/late.tsx';
import { askForProofWith, type AskedProof, type ProofSubject } from './ask-for-proof.ts';

const OwnProofDialog = lateWindow(() => import('./own-proof-dialog.tsx'));

const reasons: Record<ProofSubject, string> = {
  access: 'This changes how somebody signs in, or who may change that.',
  keys: "Whoever has these keys moves the company's money.",
  books: 'This changes the books.',
  banks: 'This decides to which bank account money goes.',
};

/** Asks who it is before something is done that a stolen session must not do, wherever in the portal that happens. */
export function ProofQuestion() {
  const [asked, setAsked] = useState<AskedProof | null>(null);
  // Kept while the dialog closes.
  const [about, setAbout] = useState<ProofSubject>('access');
  useEffect(
    () =>
      askForProofWith((next) => {
        setAbout(next.about);
        setAsked(next);
      }),
    [],
  );
  // Whoever is signed out meanwhile does not confirm it at the next sign-in.
  useEffect(() => () => asked?.cancel(), [asked]);
  return (
    <OwnProofDialog
      open={asked !== null}
      onClose={() => setAsked(null)}
      title="Confirm that it is you"
      description={`${reasons[about]} You are not asked again for ten minutes.`}
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
