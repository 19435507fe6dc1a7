import { accessLinks } from '@sente/contract/access-links';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { BackToSignIn, SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';

interface Asked {
  readonly email: string;
  /** The same for every address. */
  readonly answer: string | null;
}

/** Asks for a link for a new password. */
export function ForgotPasswordPage() {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <SignInFrame
      title="Forgot your password?"
      subtitle="Enter your email, and we send you a link to choose a new one."
      below={<BackToSignIn />}
    >
      {asked ? (
        <Outcome asked={asked} onAgain={() => setAsked(null)} />
      ) : (
        <EmailForm onAsked={setAsked} />
      )}
    </SignInFrame>
  );
}

function EmailForm({ onAsked }: { onAsked: (asked: Asked) => void }) {
  const { field, submit, isBusy, failure } = useContractForm({
    schema: accessLinks.recover.body,
    values: { email: '' },
    submit: async (body) => {
      const { message } = await call(accessLinks.recover, { body });
      onAsked({ email: body.email, answer: message });
    },
    failed: 'The link could not be sent. Please try again.',
    isInline: true,
  });
  return (
    <form noValidate onSubmit={submit} aria-label="Forgot password" className="flex flex-col gap-5">
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <Button type="submit" variant="primary" fullWidth busy={isBusy} busyLabel="Sending...">
        Send Link
      </Button>
    </form>
  );
}

function Outcome({ asked, onAgain }: { asked: Asked; onAgain: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Banner>{asked.answer ?? 'Look into your mailbox.'}</Banner>
      <p className="text-muted">
        You entered <span className="wrap-anywhere text-ink">{asked.email}</span>. The link works
        once, for one hour. Look into the spam folder too.
      </p>
      <Button fullWidth onClick={onAgain}>
        Use another address
      </Button>
    </div>
  );
}
