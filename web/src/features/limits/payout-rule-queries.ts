import {
  payoutRules,
  type CeilingInput,
  type PayoutRule,
  type PayoutRuleBody,
  type PayoutRuleChange,
} from '@sente/contract/payout-rules';
import { formatUgx } from '@sente/contract/money';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';

const ruleKey = (companyId: string) => key('payout-rule', companyId);

export const payoutRuleQuery = (companyId: string) =>
  queryOptions({
    queryKey: ruleKey(companyId),
    queryFn: async ({ signal }) =>
      (await call(payoutRules.get, { params: { id: companyId }, signal })).data,
  });

export function useSaveRule(companyId: string) {
  return useChange({
    send: (body: PayoutRuleChange) => call(payoutRules.save, { params: { id: companyId }, body }),
    invalidates: [ruleKey(companyId), keys.approvals.all],
    after: ['success', 'failure'],
  });
}

export function useSaveCeiling(companyId: string) {
  return useChange({
    send: (body: CeilingInput) =>
      call(payoutRules.saveCeiling, { params: { id: companyId }, body }),
    invalidates: [ruleKey(companyId), keys.approvals.all],
    after: ['success', 'failure'],
  });
}

/** Changes nothing, and is asked for by a button. */
export function usePreviewRule(companyId: string) {
  return useChange({
    send: async (body: PayoutRuleBody) =>
      (await call(payoutRules.preview, { params: { id: companyId }, body })).data,
    invalidates: [],
  });
}

/** The rules that apply, one sentence each. */
export function ruleSentences({ rule }: PayoutRule): string[] {
  if (!rule) {
    return [
      'Payouts that people ask for in the portal wait for the provider.',
      "Payouts that the company's systems order through the API go at once.",
    ];
  }
  const { atOnceUpTo, colleagueUpTo } = rule;
  return [
    atOnceUpTo === 0
      ? 'No payout goes at once.'
      : `The company can pay out ${formatUgx(atOnceUpTo)} a day at once.`,
    colleagueUpTo === 0
      ? 'Every payout needs a colleague and the provider.'
      : `Other payouts up to ${formatUgx(colleagueUpTo)} need a colleague; larger ones also the provider.`,
  ];
}
