import { useEffect, useRef, useState } from 'react';
import { ApiError, isUnanswered } from '../../api/api-error.ts';
import { errorSentences } from '../../api/error-text.ts';
import { notify } from '../../ui/toast.tsx';
import { useUploadCodes, type Upload } from './product-code-queries.ts';

const uploadFailure = 'Failed to upload CSV file';

interface UploadFailure {
  readonly message: string;
  /** A sentence for each line that the server refuses. */
  readonly errors: readonly string[];
  /** A sentence for each line that it asks about. */
  readonly doubts: readonly string[];
  readonly advice: string | null;
  /** The server does not know the chosen product. */
  readonly productError: string | undefined;
}

type FileToSend = Pick<Upload, 'product' | 'content' | 'fileName' | 'doubtfulLines'>;

interface CodeUpload {
  /** The sent fraction; null if nothing is being sent. */
  readonly sentFraction: number | null;
  readonly failure: UploadFailure | null;
  /** The result of a cancelled upload. */
  readonly notice: string | null;
  /** True when the codes are stored. */
  readonly start: (file: FileToSend) => Promise<boolean>;
  readonly stop: () => void;
  /** Clears the errors, because something else is going to be sent. */
  readonly reset: () => void;
}

export function useCodeUpload(companyId: string): CodeUpload {
  const { mutateAsync } = useUploadCodes(companyId);
  const [sentFraction, setSentFraction] = useState<number | null>(null);
  const [failure, setFailure] = useState<UploadFailure | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  const wasLost = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  function reset(): void {
    setFailure(null);
    setNotice(null);
  }

  async function start(file: FileToSend): Promise<boolean> {
    if (running.current) return false;
    const controller = new AbortController();
    running.current = controller;
    reset();
    let sent = 0;
    const onProgress = (fraction: number): void => {
      sent = fraction;
      setSentFraction(fraction);
    };
    onProgress(0);
    try {
      const { signal } = controller;
      const { message } = await mutateAsync({ ...file, signal, onProgress });
      notify.success(message || 'CSV file uploaded successfully');
      return true;
    } catch (error) {
      if (controller.signal.aborted) {
        setNotice(stoppedText(sent));
        wasLost.current ||= sent === 1;
      } else {
        setFailure(failureOf(error, wasLost.current));
        // A file that could not be read was never sent.
        wasLost.current ||= error instanceof ApiError && isUnanswered(error);
        notify.error(uploadFailure);
      }
      return false;
    } finally {
      running.current = null;
      setSentFraction(null);
    }
  }

  return { sentFraction, failure, notice, start, reset, stop: () => running.current?.abort() };
}

function stoppedText(sentFraction: number): string {
  return sentFraction < 1
    ? 'Upload cancelled.'
    : 'Upload cancelled, but the file had arrived. Its codes may be stored: look at the list first.';
}

function failureOf(error: unknown, wasLost: boolean): UploadFailure {
  if (!(error instanceof ApiError)) {
    const nothing = { errors: [], doubts: [], advice: null, productError: undefined };
    return { message: 'Failed to read file', ...nothing };
  }
  const productError = error.fields['product'];
  const isAsked = error.code === 'doubtful_lines';
  const errors = productError === undefined && !isAsked ? error.errors : [];
  return {
    message: errors.length > 0 ? uploadFailure : errorSentences(error, uploadFailure),
    errors,
    doubts: isAsked ? error.errors : [],
    advice: adviceFor(error, wasLost),
    productError,
  };
}

function adviceFor(error: ApiError, wasLost: boolean): string | null {
  if (isUnanswered(error)) {
    return 'The codes may be stored all the same. It is safe to send the file again: no code is stored twice.';
  }
  if (wasLost && error.code === 'already_in_use') {
    return 'The try before had no answer. If it stored these codes, there is nothing left to do.';
  }
  return null;
}
