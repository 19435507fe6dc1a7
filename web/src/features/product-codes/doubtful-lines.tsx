import type { DoubtfulAnswer } from '@sente/contract/code-file';
import type { Ref } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface DoubtfulLinesProps {
  /** A sentence for each line. */
  texts: readonly string[];
  firstRef: Ref<HTMLButtonElement>;
  onAnswer: (answer: DoubtfulAnswer) => void;
}

/** Every line becomes a voucher, so lines that look like something else are asked about. */
export function DoubtfulLines({ texts, firstRef, onAnswer }: DoubtfulLinesProps) {
  return (
    <Banner tone="warning" title="Some lines do not look like codes">
      <ul className="tabular mt-1 flex max-h-32 flex-col gap-0.5 overflow-y-auto text-13">
        {texts.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button ref={firstRef} size="sm" onClick={() => onAnswer('skip')}>
          Skip these lines
        </Button>
        <Button size="sm" onClick={() => onAnswer('upload')}>
          They are codes, upload them
        </Button>
      </div>
    </Banner>
  );
}
