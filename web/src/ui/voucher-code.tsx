import { productCodes } from '@sente/contract/product-codes';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useChange } from '../api/change.ts';
import { errorText } from '../api/error-text.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { notify } from './toast.tsx';

interface VoucherCodeProps {
  companyId: string;
  codeId: string;
  /** Such as •••7QX. */
  masked: string;
  canReveal: boolean;
  /** Without a press, once: what was just sold is handed over. */
  isShownAtOnce?: boolean;
  /** Below the code while it is shown. */
  whenShown?: (code: string) => ReactNode;
}

/** A masked voucher, with a button to see it for those who may. The server records who did. */
export function VoucherCode(props: VoucherCodeProps) {
  const { companyId, codeId, masked, canReveal, isShownAtOnce = false, whenShown } = props;
  // Of this code only: the sheet may show another one next.
  const [revealed, setRevealed] = useState<{ codeId: string; code: string } | null>(null);
  const { mutateAsync, isPending } = useChange({
    send: () => call(productCodes.reveal, { params: { companyId, codeId } }),
    invalidates: [],
  });
  const code = revealed?.codeId === codeId ? revealed.code : null;

  async function reveal(): Promise<void> {
    try {
      const { data } = await mutateAsync();
      setRevealed({ codeId, code: data.code });
    } catch (error) {
      notify.error(errorText(error, 'Failed to show the code'));
    }
  }

  const wasShown = useRef(false);
  useEffect(() => {
    if (!isShownAtOnce || wasShown.current) return;
    wasShown.current = true;
    void reveal();
  });

  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 font-mono break-all">
        <span className="sr-only">{code === null ? 'Masked code, ends in ' : 'Code '}</span>
        {code ?? masked}
      </span>
      {code === null ? null : <CopyButton value={code} label="Voucher" />}
      {canReveal ? (
        <Button
          data-print="hide"
          size="sm"
          variant="ghost"
          icon={code === null ? <Eye /> : <EyeOff />}
          busy={isPending}
          onClick={() => (code === null ? void reveal() : setRevealed(null))}
        >
          {code === null ? 'Reveal' : 'Hide'}
        </Button>
      ) : null}
      {code === null ? null : whenShown?.(code)}
    </span>
  );
}
