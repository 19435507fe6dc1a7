import { accessLinks } from '@sente/contract/access-links';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { errorText } from '../../api/error-text.ts';
import { AccessLinkPage } from '../../features/auth/access-link-page.tsx';
import { hasEnded } from '../../features/auth/use-access-link.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { readDeviceToken } from '../../session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-display.tsx';

/** Confirms a new email. Only a press confirms it: programs that check mails open their links. */
export function ConfirmEmailPage() {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const isDone = confirmed !== null;
  usePageTitle(isDone ? doneTitle : undefined);
  return (
    <AccessLinkPage
      kinds={['email']}
      title={() => (isDone ? doneTitle : 'Confirm your new email')}
      subtitle={({ name, email, expiresAt }) =>
        isDone ? (
          `${name}, you were signed out everywhere.`
        ) : (
          <>
            {`${name}, from then on you sign in with ${email}. The link works until `}
            <DateText value={expiresAt} format="dateTime" />.
          </>
        )
      }
      instead={
        <p>
          If you confirmed it already, sign in with your new email. Otherwise sign in with your
          former one, and change it again in your settings.
        </p>
      }
    >
      {(_link, token, onEnded) =>
        isDone ? (
          <Banner tone="success">{`Your email is confirmed. You sign in with ${confirmed} now.`}</Banner>
        ) : (
          <Confirmation token={token} onEnded={onEnded} onConfirmed={setConfirmed} />
        )
      }
    </AccessLinkPage>
  );
}

const doneTitle = 'Email confirmed';

interface ConfirmationProps {
  token: string;
  onEnded: () => void;
  onConfirmed: (email: string) => void;
}

function Confirmation({ token, onEnded, onConfirmed }: ConfirmationProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      const deviceToken = readDeviceToken();
      const body = { token, ...(deviceToken && { deviceToken }) };
      onConfirmed((await call(accessLinks.confirmEmail, { body })).data.email);
    } catch (error) {
      if (hasEnded(error)) onEnded();
      setFailure(errorText(error, 'Failed to confirm the email'));
      setIsBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <p>You are signed out everywhere then, here as well, and sign in again with the new email.</p>
      <Button variant="primary" fullWidth busy={isBusy} busyLabel="Confirming..." onClick={confirm}>
        Confirm Email
      </Button>
    </div>
  );
}
