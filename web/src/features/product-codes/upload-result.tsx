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
