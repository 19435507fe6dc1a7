import { accessLinks, recoverBody } from '@sente/contract/access-links';
import { site } from '@sente/contract/site';
import { useEffect, useState } from 'react';
import { useLocation } from '../../lib/router.tsx';
import { call } from '../../api/call.ts';
import { BackToSignIn, SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { typedEmailOf } from '../../session/arrival.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

interface Asked {
  readonly email: string;
  /** The same for every address. */
  readonly answer: string | null;
}

/** Asks for a link for a new password, or says whom to ask where no mail can be sent. */
export function ForgotPasswordPage() {
  const mail = useMail();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { state } = useLocation();
  const [email, setEmail] = useState(() => typedEmailOf(state));
  const askAgain = () => {
    setEmail('');
    setAsked(null);
  };
  return (
    <SignInFrame
      title="Forgot your password?"
      subtitle={
        mail === 'sent'
          ? 'Enter your email, and we send you a link to choose a new one.'
          : 'A link lets you choose a new one.'
      }
      below={<BackToSignIn />}
    >
      {mail === 'loading' ? (
        <SkeletonRows count={2} />
      ) : mail === 'none' ? (
        <WhomToAsk />
      ) : asked ? (
        <Outcome asked={asked} isSent={mail === 'sent'} onAgain={askAgain} />
      ) : (
        <EmailForm email={email} onAsked={setAsked} />
      )}
    </SignInFrame>
  );
}

/** Whether this installation sends mail; `unknown` if the server did not say. */
function useMail(): 'loading' | 'sent' | 'none' | 'unknown' {
  const [mail, setMail] = useState<ReturnType<typeof useMail>>('loading');
  useEffect(() => {
    const aborted = new AbortController();
    const show = (known: typeof mail) => {
      if (!aborted.signal.aborted) setMail(known);
    };
    call(site.offers, { signal: aborted.signal }).then(
      ({ data }) => show(data.sendsMail ? 'sent' : 'none'),
      () => show('unknown'),
    );
    return () => aborted.abort();
  }, []);
  return mail;
}

function WhomToAsk() {
  return (
    <div className="flex flex-col gap-4">
      <Banner>No mail can be sent from here.</Banner>
      <p>
        Ask an administrator of your company. They open your page under Users, press Send Password
        Link and give you the link. It works once, for one hour.
      </p>
      <p className="text-muted">
        If nobody there can help, ask the provider. Staff ask a colleague who manages users.
      </p>
    </div>
  );
}

function EmailForm({ email, onAsked }: { email: string; onAsked: (asked: Asked) => void }) {
  const { field, submit, isBusy, failure } = useContractForm({
    schema: recoverBody,
    values: { email },
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
      <p className="text-center text-13 text-muted">The link works once, for one hour.</p>
    </form>
  );
}

interface OutcomeProps {
  asked: Asked;
  /** A mail may arrive. */
  isSent: boolean;
  onAgain: () => void;
}

function Outcome({ asked, isSent, onAgain }: OutcomeProps) {
  return (
    <div className="flex flex-col gap-4">
      <Banner>{asked.answer ?? 'Your request has arrived.'}</Banner>
      <p className="text-muted">
        You entered <span className="wrap-anywhere text-ink">{asked.email}</span>.{' '}
        {isSent ? 'The link works once, for one hour. Look into the spam folder too.' : null}
      </p>
      {isSent ? (
        <p className="text-muted">
          No second mail is sent within minutes of the last one. If you got a link or an invitation
          just now, use that one.
        </p>
      ) : null}
      <Button fullWidth onClick={onAgain}>
        Use another address
      </Button>
    </div>
  );
}
