import { site, type DemoRole } from '@sente/contract/site';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { firstError } from '../../api/error-text.ts';
import { SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { saveSession, StorageError } from '../../session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';

const choices = [
  {
    as: 'owner',
    label: 'As the owner of a company',
    text: 'Accounts, payments, vouchers and people of a WiFi reseller.',
  },
  {
    as: 'operator',
    label: 'As an operator of Sente',
    text: 'The back-office: all companies, approvals and reports.',
  },
] as const;

/** The guard opens the portal as soon as the session is stored. */
export default function OpenDemoPage() {
  const [opening, setOpening] = useState<DemoRole | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function open(as: DemoRole): Promise<void> {
    if (opening) return;
    setOpening(as);
    setProblem(null);
    try {
      const { data } = await call(site.openDemo, { body: { as } });
      saveSession(data);
    } catch (error) {
      const isStorage = error instanceof StorageError;
      setProblem(isStorage ? error.message : firstError(error, 'The demo could not be opened.'));
      setOpening(null);
    }
  }

  return (
    <SignInFrame
      title="Open the demo"
      subtitle="Look around in sample data for an hour, without a password. Nothing can be changed."
      below={
        <Link to={paths.login()} className="link rounded-sm">
          Sign in instead
        </Link>
      }
    >
      {problem ? (
        <Banner tone="danger" className="mb-4">
          {problem}
        </Banner>
      ) : null}
      <ul className="flex flex-col gap-5">
        {choices.map(({ as, label, text }) => (
          <li key={as}>
            <Button
              fullWidth
              variant={as === 'owner' ? 'primary' : 'secondary'}
              busy={opening === as}
              busyLabel="Opening..."
              disabled={opening !== null && opening !== as}
              onClick={() => void open(as)}
            >
              {label}
            </Button>
            <p className="mt-1.5 text-13 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </SignInFrame>
  );
}
