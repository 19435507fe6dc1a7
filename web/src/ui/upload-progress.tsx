interface UploadProgressProps {
  sentFraction: number;
  /** What the server makes of the file. */
  stored: 'codes' | 'lines';
}

export function UploadProgress({ sentFraction, stored }: UploadProgressProps) {
  const isSent = sentFraction === 1;
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label="Upload" value={sentFraction} />
      <p className="tabular text-13 text-muted">
        {isSent
          ? `The file has arrived. Its ${stored} are being stored...`
          : `${Math.floor(sentFraction * 100)} % sent`}
      </p>
    </div>
  );
}

interface ProgressBarProps {
  /** The task in progress, for screen readers. */
  label: string;
  /** From 0 to 1. */
  value: number;
}

export function ProgressBar({ label, value }: ProgressBarProps) {
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
