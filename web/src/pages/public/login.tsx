import { useEffect, useState } from 'react';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { paths } from '../../lib/paths.ts';
import { forgetSessionEnd, lastSessionEnd } from '../../session/session-end.ts';
import { Brand } from '../../ui/brand.tsx';
import { Link } from '../../ui/link.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';

export default function LoginPage() {
  const [notice] = useState(() => lastSessionEnd()?.message ?? null);
  useEffect(forgetSessionEnd, []);

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between px-4 sm:px-6">
        <Link to={paths.landing()} className="flex rounded-lg">
          <Brand text="Sente" textClassName="text-lg" />
        </Link>
        <ThemeToggle />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center px-4 pt-4 pb-24"
      >
        <div className="w-full max-w-sm">
          <h1 className="text-2xl leading-8">Sign in to your portal</h1>
          <p className="mt-1 text-muted">Company accounts and payments, in one place.</p>
          <div className="mt-6 rounded-xl border bg-surface p-6">
            <LoginForm notice={notice} />
          </div>
          <p className="mt-6 text-center">
            <Link to={paths.wallet()} className="link rounded-sm">
              Learn more about our services
            </Link>
          </p>
        </div>
      </main>
    </div>
  );
}
