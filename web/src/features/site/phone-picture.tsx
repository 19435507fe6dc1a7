import { Check } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Amount } from './picture-parts.tsx';

/** A customer's phone: asked to pay, approved, and the voucher that came of it. */
export function PhonePicture({ className }: { className?: string }) {
  return (
    <div
      className={cn(
        'rounded-[1.75rem] border-4 border-ink bg-background p-3 text-xs shadow-dialog dark:border-line-strong',
        className,
      )}
    >
      <span className="mx-auto mb-3 block h-1.5 w-12 rounded-full bg-line" />
      <div className="flex flex-col gap-2">
        <div className="site-step site-step-1 rounded-xl border bg-surface p-2.5">
          <p className="font-semibold">MTN MoMo</p>
          <p className="mt-0.5 leading-4 text-muted">
            Pay <Amount value="1,000" className="font-medium text-ink" /> to Kafunda WiFi? Enter PIN
            to approve.
          </p>
        </div>
        <p className="site-step site-step-2 flex items-center gap-2 self-end rounded-xl bg-accent px-2.5 py-1.5 font-medium text-on-accent">
          <Check className="size-3.5" /> Approved
        </p>
        <div className="site-step site-step-3 relative overflow-hidden rounded-xl border border-success-line bg-success-soft p-2.5">
          <p className="text-success-text">1 hour of WiFi</p>
          <p className="mt-1 font-mono text-[0.9375rem] font-semibold tracking-wide">7K2M-93QX</p>
          <span className="absolute top-1/2 -left-1.5 size-3 -translate-y-1/2 rounded-full border border-success-line bg-background" />
          <span className="absolute top-1/2 -right-1.5 size-3 -translate-y-1/2 rounded-full border border-success-line bg-background" />
        </div>
      </div>
      <span className="mx-auto mt-3 block h-1 w-16 rounded-full bg-line" />
    </div>
  );
}
