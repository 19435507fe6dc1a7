import { Banner } from '../../ui/banner.tsx';
import { countErrors } from './code-file-check.ts';

export function ValidationErrors({ errors }: { errors: readonly string[] }) {
  const count = countErrors(errors).toLocaleString('en-US');
  return (
    <section className="rounded-lg border border-danger-line bg-danger-soft">
      <div className="flex items-baseline gap-2 px-3 pt-2.5 text-danger-text">
        <h3 className="text-sm">Validation Errors</h3>
        <p className="tabular text-13">{count}</p>
      </div>
      {/* A scrollable region must be reachable with the keyboard. */}
      <div
        role="region"
        aria-label="Validation Errors"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-1 max-h-40 overflow-y-auto rounded-b-lg px-3 pb-2.5"
      >
        <ul className="tabular flex flex-col gap-0.5 text-13">
          {errors.map((error) => (
            <li key={error} className="wrap-anywhere">
              {error}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function UploadProgress({ sentFraction }: { sentFraction: number }) {
  const isSent = sentFraction === 1;
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label="Upload" value={sentFraction} />
      <p className="tabular text-13 text-muted">
        {isSent
          ? 'The file has arrived. Its codes are being stored...'
          : `${Math.floor(sentFraction * 100)} % sent`}
      </p>
    </div>
  );
}

interface UploadFailedProps {
  message: string;
  advice: string | null;
}

export function UploadFailed({ message, advice }: UploadFailedProps) {
  return (
    <Banner tone="danger" title={message}>
      {advice}
    </Banner>
  );
}

interface ProgressBarProps {
  /** The task in progress, for screen readers. */
  label: string;
  /** From 0 to 1. */
  value: number;
}

function ProgressBar({ label, value }: ProgressBarProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform duration-150 motion-reduce:transition-none"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
