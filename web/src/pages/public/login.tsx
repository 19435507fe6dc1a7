import { useEffect, useState } from 'react';
import { useLocation } from '../../lib/router.tsx';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { arrivalOf, typedEmailState } from '../../session/arrival.ts';
import { forgetSessionEnd, lastSessionEnd } from '../../session/session-end.ts';
import { Banner } from '../../ui/banner.tsx';
import { Link } from '../../ui/link.tsx';

export default function LoginPage() {
  const arrival = arrivalOf(useLocation().state);
  const [notice] = useState(() => lastSessionEnd()?.message ?? null);
  useEffect(forgetSessionEnd, []);

  return (
    <SignInFrame
      title="Sign in to your portal"
      subtitle="Company accounts and payments, in one place."
      below={
        <Link to={paths.wallet()} className="link rounded-sm">
          Learn more about our services
        </Link>
      }
    >
      {arrival ? (
        <Banner tone="success" className="mb-4">
          {arrival.message}
        </Banner>
      ) : null}
      {notice ? (
        <Banner tone="warning" className="mb-4">
          {notice}
        </Banner>
      ) : null}
      <LoginForm email={arrival?.email}>
        {(email) => (
          <p className="mt-2 text-center">
            <Link
              to={paths.forgotPassword()}
              state={typedEmailState(email)}
              className="link rounded-sm"
            >
              Forgot password?
            </Link>
          </p>
        )}
      </LoginForm>
    </SignInFrame>
  );
}
