import { accessLinks, type AccessLink } from '@sente/contract/access-links';
import { useNavigate } from '../../lib/router.tsx';
import * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import { errorText } from '../../api/error-text.ts';
import { AccessLinkPage, AskAgain } from '../../features/auth/access-link-page.tsx';
import {
  isRepeated,
  OwnPasswordFields,
  ownPasswordShape,
} from '../../features/auth/own-password-fields.tsx';
import { hasEnded } from '../../features/auth/use-access-link.ts';
import { paths } from '../../lib/paths.ts';
import { arrivalState } from '../../session/arrival.ts';
import { endSession, readDeviceToken, saveDeviceToken } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DateText } from '../../ui/date-display.tsx';

/** Chooses a password with an invitation or a link for a new password. */
export function SetPasswordPage() {
  return (
    <AccessLinkPage
      kinds={['invitation', 'password']}
      title={(link) => (link?.kind === 'invitation' ? 'Welcome to Sente' : 'Choose a new password')}
      subtitle={(link) => <ForWhom link={link} />}
      instead={
        <div className="flex flex-col gap-3">
          <p>
            If you have a password: <AskAgain />.
          </p>
          <p>If you were invited: ask the person who invited you to send the invitation again.</p>
        </div>
      }
    >
      {(link, token, onEnded) => <PasswordForm link={link} token={token} onEnded={onEnded} />}
    </AccessLinkPage>
  );
}

function ForWhom({ link: { kind, name, email, companyName, expiresAt } }: { link: AccessLink }) {
  const company = companyName === null ? '' : ` at ${companyName}`;
  return (
    <>
      {kind === 'invitation' ? `Choose a password for ${name}${company}` : `For ${name}${company}`}
      {`, ${email}. The link works until `}
      <DateText value={expiresAt} format="dateTime" />.
    </>
  );
}

const schema = z.object(ownPasswordShape).check(isRepeated);

interface PasswordFormProps {
  link: AccessLink;
  token: string;
  onEnded: () => void;
}

function PasswordForm({ link, token, onEnded }: PasswordFormProps) {
  const navigate = useNavigate();
  const { field, submit, isBusy } = useContractForm({
    schema,
    values: { newPassword: '', confirmPassword: '' },
    submit: async ({ newPassword }) => {
      const deviceToken = readDeviceToken();
      const body = { token, newPassword, ...(deviceToken && { deviceToken }) };
      const { data } = await call(accessLinks.setPassword, { body });
      saveDeviceToken(data.deviceToken);
      // Whoever is signed in here: the person with the link signs in next.
      endSession({ keepPage: false });
      const message = 'Your password is set. Sign in with it.';
      navigate(paths.login(), {
        replace: true,
        state: arrivalState({ email: data.email, message }),
      });
    },
    failed: (error) => {
      if (hasEnded(error)) onEnded();
      return errorText(error, 'Failed to set the password');
    },
  });
  return (
    <form noValidate onSubmit={submit} aria-label="Choose a password">
      {/* For password managers, which need the username. */}
      <input type="text" hidden readOnly autoComplete="username" value={link.email} />
      <div className="flex flex-col gap-5">
        <OwnPasswordFields field={field} />
        <Button type="submit" variant="primary" fullWidth busy={isBusy} busyLabel="Saving...">
          Set Password
        </Button>
      </div>
    </form>
  );
}
