import { tillCalls } from '@sente/contract/till';
import type { TillPayment } from '@sente/contract/tills';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Printer, Smartphone, TriangleAlert } from 'lucide-react';
import { createPortal } from 'react-dom';
import { call } from '../../api/call.ts';
import { byDevice } from './till-calls.ts';
import { key } from '../../api/keys.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { shownState, sourceOf, whileChecking } from './payment-feed.tsx';
import { cautionOf, whyFailed } from './payment-notes.ts';
import { RepeatDoubt } from './repeat-doubt.tsx';
import { useAsking, type Asking, type OnAsked } from './use-asking.ts';

interface AskedPaymentProps {
  asked: TillPayment;
  tillName: string;
  /** How a failed one is asked for once more; null if it cannot be. */
  again: AskAgainProps | null;
  onNext: () => void;
}

const words = {
  waiting: {
    title: 'Waiting for the phone',
    text: 'The customer approves it on the phone. You can go on: it stays in the list.',
    icon: <Smartphone className="text-warning-text" />,
  },
  checking: {
    title: 'Being checked',
    text: null,
    icon: <TriangleAlert className="text-warning-text" />,
  },
  paid: { title: 'Paid', text: null, icon: <CircleCheck className="text-success-text" /> },
  late: {
    title: 'Paid late',
    text: null,
    icon: <TriangleAlert className="text-warning-text" />,
  },
  otherAmount: {
    title: 'Another amount paid',
    text: null,
    icon: <TriangleAlert className="text-warning-text" />,
  },
  failed: { title: 'Not paid', text: null, icon: <CircleX className="text-danger-text" /> },
  reversed: {
    title: 'Reversed',
    text: 'The money was taken back.',
    icon: <CircleX className="text-danger-text" />,
  },
};

const voucherLater =
  'The customer approves it on the phone. You can go on: it stays in the list, and its voucher comes there when it is paid.';

/** What became of a request, with the voucher of a sale. */
export function AskedPayment({ asked, tillName, again, onNext }: AskedPaymentProps) {
  const { amount, kind } = asked;
  const state = shownState(asked);
  const caution = cautionOf(asked);
  const { title, icon } =
    words[caution === null ? state : asked.check?.amounts ? 'otherAmount' : 'late'];
  const reason = state === 'failed' ? whyFailed(asked) : caution;
  const text =
    state === 'checking'
      ? whileChecking(asked)
      : state === 'waiting' && kind === 'sold'
        ? voucherLater
        : words[state].text;
  const isAgain = state === 'failed' && again !== null;
  const isSold = kind === 'sold' && state === 'paid';
  const voucher = useQuery({
    queryKey: key('till', 'voucher', asked.id),
    queryFn: async () =>
      (await call(tillCalls.request, { params: { id: asked.id }, ...byDevice })).data.voucherCode,
    enabled: isSold,
    networkMode: 'always',
    // On a bad line until it is there: the customer has paid.
    retry: true,
    retryDelay: 2_000,
    staleTime: Infinity,
  });
  return (
    <section
      aria-label="Your request"
      className="flex flex-col items-center rounded-lg border bg-surface p-6 text-center"
    >
      <span aria-hidden="true" className="[&_svg]:size-10">
        {icon}
      </span>
      <div role="status">
        <h2 className="mt-3 text-xl">{title}</h2>
      </div>
      <p className="mt-1 text-2xl font-semibold">
        <Money amount={amount} isVoid={state === 'failed' || state === 'reversed'} />
      </p>
      <p className="mt-1 text-muted">{sourceOf(asked)}</p>
      {(reason ?? text) ? <p className="mt-3 max-w-sm text-muted">{reason ?? text}</p> : null}
      {isSold ? <Voucher code={voucher.data} asked={asked} tillName={tillName} /> : null}
      <div className="mt-6 grid w-full gap-3">
        {isAgain ? <AskAgain key={asked.id} {...again} /> : null}
        <Button
          // Unless the same customer is asked again first.
          variant={isAgain ? 'secondary' : 'primary'}
          size="lg"
          fullWidth
          onClick={onNext}
        >
          Next
        </Button>
      </div>
    </section>
  );
}

interface AskAgainProps {
  /** Who was asked; null if this page does not know the number, as after a reload. */
  asking: Asking | null;
  onAsked: OnAsked;
  /** The number is typed first. */
  onType: () => void;
}

/** The same once more: a new request to the same number. */
function AskAgain({ asking, onAsked, onType }: AskAgainProps) {
  const { errors, problem, doubtOf, isBusy, ask } = useAsking(onAsked);
  const doubt = asking && doubtOf(asking);
  const shown = problem ?? errors['phoneNumber'] ?? errors['network'];
  return (
    <>
      {shown ? (
        <Banner tone="danger" className="text-left">
          {shown}
        </Banner>
      ) : null}
      {asking && doubt ? (
        <RepeatDoubt doubt={doubt} isBusy={isBusy} onAsk={() => ask(asking, true)} />
      ) : (
        <Button
          variant="primary"
          size="lg"
          fullWidth
          busy={isBusy}
          busyLabel="Asking..."
          onClick={() => (asking ? ask(asking) : onType())}
        >
          Ask Again
        </Button>
      )}
    </>
  );
}

function Voucher(props: {
  /** Null: none was left when it was paid. */
  code: string | null | undefined;
  asked: TillPayment;
  tillName: string;
}) {
  const { code, asked, tillName } = props;
  if (code === undefined) return <p className="mt-4 text-muted">Loading the voucher...</p>;
  if (code === null) {
    return (
      <Banner tone="warning" className="mt-4 text-left">
        It is paid, but no voucher was left. Tell your manager, who can give the money back.
      </Banner>
    );
  }
  return (
    <>
      <div className="mt-5 w-full rounded-lg border bg-surface-sunken px-4 py-4">
        <p className="text-13 text-muted">Voucher for {asked.productName}</p>
        <p className="mt-1 font-mono text-2xl font-semibold break-all">{code}</p>
      </div>
      <Button
        icon={<Printer />}
        size="lg"
        fullWidth
        className="mt-3"
        onClick={() => window.print()}
      >
        Print Voucher
      </Button>
      {createPortal(
        <div data-print="only" className="hidden p-4 text-center print:block">
          <p className="text-lg font-semibold">{tillName}</p>
          <p className="mt-2">{asked.productName}</p>
          <p className="mt-3 font-mono text-2xl font-semibold break-all">{code}</p>
          <p className="mt-3">
            <Money amount={asked.amount} /> · {formatShortTime(asked.at)}
          </p>
        </div>,
        document.body,
      )}
    </>
  );
}
