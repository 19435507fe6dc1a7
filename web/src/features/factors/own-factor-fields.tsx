import type { FactorProof } from '@sente/contract/own-factor';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useImperativeHandle, type RefObject } from 'react';
import { Banner } from '../../ui/banner.tsx';
import {
  FactorFields,
  useProof,
  type Proof,
  type ProofField,
  type TypedProof,
} from './factor-proof-fields.tsx';
import { factorsQuery, hasFactor } from './factor-queries.ts';

/** What the form sends with. */
export interface OwnFactorProof extends Pick<Proof, 'failed'> {
  show(send: (shown: FactorProof) => Promise<void>): Promise<void>;
}

export interface OwnFactorFieldsProps {
  userId: string;
  field: ProofField;
  /** What the form has now. */
  typed: () => TypedProof;
  focusCode: () => void;
  proofRef: RefObject<OwnFactorProof | null>;
}

/** Beside the password in the form of something else; empty for whoever has no second factor. */
export default function OwnFactorFields(props: OwnFactorFieldsProps) {
  const { userId, field, typed, focusCode, proofRef } = props;
  const { data: held, refetch } = useQuery(factorsQuery(userId));
  const proof = useProof({ userId, held, asksFactor: held !== undefined && hasFactor(held) });
  useImperativeHandle(proofRef, () => ({
    show: (send) => proof.show(typed(), send),
    failed: (error, unexplained) => proof.failed(error, unexplained),
  }));
  const { isOutdated } = proof;
  const onMissed = useEffectEvent(() => {
    focusCode();
    void refetch();
  });
  useEffect(() => {
    if (isOutdated) onMissed();
  }, [isOutdated]);
  if (proof.way === 'none') return null;
  return (
    <div className="flex flex-col gap-3">
      {isOutdated ? <Banner>You have a second factor. Show it as well.</Banner> : null}
      <FactorFields field={field} proof={proof} />
    </div>
  );
}
