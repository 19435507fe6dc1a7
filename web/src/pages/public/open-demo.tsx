import { site, type DemoRole } from '@sente/contract/site';
import { ArrowRight, Building2, LayoutDashboard, WalletMinimal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from '../../lib/router.tsx';
import { call } from '../../api/call.ts';
import { firstError } from '../../api/error-text.ts';
import { SignInFrame } from '../../features/auth/sign-in-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { stateFor } from '../../session/requested-page.ts';
import { saveSession, StorageError } from '../../session/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { Link } from '../../ui/link.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface Choice {
  readonly name: 'owner' | 'operator' | 'wallet';
  readonly as: DemoRole;
  readonly icon: ReactNode;
  readonly label: string;
  readonly text: string;
  /** Instead of the start page of the person. */
  readonly to?: string;
}

const choices: readonly Choice[] = [
  {
    name: 'owner',
    as: 'owner',
    icon: <Building2 />,
    label: 'As the owner of a company',
    text: 'Accounts, payments, vouchers and people of a WiFi reseller.',
  },
  {
    name: 'operator',
    as: 'operator',
    icon: <LayoutDashboard />,
    label: 'As an operator of Sente',
    text: 'The back-office: all companies, approvals and reports.',
  },
  {
    name: 'wallet',
    as: 'owner',
    icon: <WalletMinimal />,
    label: 'As the holder of a wallet',
    text: 'Balance, movements and spending of one person.',
    to: paths.dashboard(),
  },
];

/** The guard opens the portal as soon as the session is stored. */
export default function OpenDemoPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [opening, setOpening] = useState<Choice | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isWanted = ({ name }: Choice): boolean => name === query.get('for');
  const shown = choices.toSorted((a, b) => Number(isWanted(b)) - Number(isWanted(a)));

  async function open(choice: Choice): Promise<void> {
    if (opening) return;
    setOpening(choice);
    setProblem(null);
    try {
      const { data } = await call(site.openDemo, { body: { as: choice.as } });
      if (choice.to) {
        const state = stateFor({ pathname: choice.to, search: '', hash: '' });
        navigate(paths.openDemo(), { replace: true, state });
      }
      saveSession(data);
    } catch (error) {
      const isStorage = error instanceof StorageError;
      setProblem(isStorage ? error.message : firstError(error, 'The demo could not be opened.'));
      setOpening(null);
    }
  }

  return (
    <SignInFrame
      isWide
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
      <ul className="grid gap-4 md:grid-cols-3">
        {shown.map((choice) => (
          <li key={choice.name}>
            <ChoiceCard
              choice={choice}
              isOpening={opening === choice}
              isDisabled={opening !== null}
              onOpen={() => void open(choice)}
            />
          </li>
        ))}
      </ul>
    </SignInFrame>
  );
}

interface ChoiceCardProps {
  choice: Choice;
  isOpening: boolean;
  isDisabled: boolean;
  onOpen: () => void;
}

function ChoiceCard({ choice, isOpening, isDisabled, onOpen }: ChoiceCardProps) {
  const id = useId();
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-busy={isOpening || undefined}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClick={onOpen}
      className="group flex h-full w-full gap-4 rounded-xl border bg-surface p-5 text-left shadow-sm transition-colors hover:not-disabled:border-accent hover:not-disabled:bg-surface-hover disabled:opacity-55 aria-busy:opacity-100 md:flex-col"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-text [&_svg]:size-5">
        {isOpening ? <Spinner label="Opening..." /> : choice.icon}
      </span>
      <span className="min-w-0 flex-1">
        <span id={id} className="block font-semibold">
          {choice.label}
        </span>
        <span id={`${id}-text`} className="mt-1 block text-13 leading-5 text-muted">
          {choice.text}
        </span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-4 shrink-0 self-center text-muted transition-transform group-hover:translate-x-0.5 md:self-start"
      />
    </button>
  );
}
