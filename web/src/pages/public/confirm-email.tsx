import { accessLinks } from '@sente/contract/access-links';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { errorText } from '../../api/error-text.ts';
import { AccessLinkPage } from '../../features/auth/access-link-page.tsx';
import { hasEnded } from '../../features/auth/use-access-link.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-display.tsx';

/** Confirms a new email. Only a press confirms it: programs that check mails open their links. */
export function ConfirmEmailPage() {
  return (
    <AccessLinkPage
      kinds={['email']}
      title={() => 'Confirm your new email'}
      subtitle={({ name, email, expiresAt }) => (
        <>
          {`${name}, from then on you sign in with ${email}. The link works until `}
          <DateText value={expiresAt} format="dateTime" />.
        </>
      )}
      instead={
        <p>
          If you confirmed it already, sign in with your new email. Otherwise sign in with your
          former one, and change it again in your settings.
        </p>
      }
    >
      {(_link, token, onEnded) => <Confirmation token={token} onEnded={onEnded} />}
    </AccessLinkPage>
  );
}

function Confirmation({ token, onEnded }: { token: string; onEnded: () => void }) {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      const { data } = await call(accessLinks.confirmEmail, { body: { token } });
      setConfirmed(data.email);
    } catch (error) {
      if (hasEnded(error)) onEnded();
      setFailure(errorText(error, 'Failed to confirm the email'));
      setIsBusy(false);
    }
  }

  if (confirmed !== null) {
    const message = `Your email is confirmed. You sign in with ${confirmed} now.`;
    return <Banner tone="success">{message}</Banner>;
  }
  return (
    <div className="flex flex-col gap-4">
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <Button variant="primary" fullWidth busy={isBusy} busyLabel="Confirming..." onClick={confirm}>
        Confirm Email
      </Button>
    </div>
  );
}
