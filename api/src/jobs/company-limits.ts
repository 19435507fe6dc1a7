/** A company takes another worker only while it uses fewer than this many times the free ones. */
const weight = 3;
/** Limit for a webhook whose server does not respond, so that it cannot block the others. */
const mostInTrouble = 2;
/** The same for all such webhooks of a company together. */
const mostInTroubleOfCompany = 4;

export interface Receiver {
  readonly companyId: string;
  readonly webhookId: string;
}

/**
 * Shares the workers of an instance among the companies, like the slots of the payments: alone a company
 * uses three quarters of them, among others an equal part, and some stay free for whoever comes next. One of its
 * webhooks takes at most half of them, so that one that is silent does not delay the others.
 */
export interface CompanyLimits {
  /** Flags of the jobs that must wait; see webhooks_add_job. */
  fullFlags(): string[];
  /**
   * False, without doing the work, if it is beyond the share: jobs that are claimed at the same
   * moment do not know of each other. Rethrows errors of the work.
   */
  during(receiver: Receiver, work: () => Promise<void>): Promise<boolean>;
}

export function createCompanyLimits(workers: number): CompanyLimits {
  const ofCompany = new Map<string, number>();
  const ofWebhook = new Map<string, number>();
  /** The webhooks of each company whose last attempt failed. */
  const inTrouble = new Map<string, Set<string>>();
  const companyOf = new Map<string, string>();
  let busyInAll = 0;

  const count = ({ companyId, webhookId }: Receiver, change: 1 | -1): void => {
    add(ofCompany, companyId, change);
    add(ofWebhook, webhookId, change);
    companyOf.set(webhookId, companyId);
    if (!ofWebhook.has(webhookId)) companyOf.delete(webhookId);
    busyInAll += change;
  };
  const busyInTrouble = (companyId: string): number =>
    [...(inTrouble.get(companyId) ?? [])].reduce((sum, id) => sum + (ofWebhook.get(id) ?? 0), 0);
  const isCompanyFull = (companyId: string): boolean =>
    (ofCompany.get(companyId) ?? 0) >= weight * (workers - busyInAll);
  const isWebhookFull = ({ companyId, webhookId }: Receiver): boolean => {
    const busy = ofWebhook.get(webhookId) ?? 0;
    if (!inTrouble.get(companyId)?.has(webhookId)) return busy >= Math.ceil(workers / 2);
    return busy >= mostInTrouble || busyInTrouble(companyId) >= mostInTroubleOfCompany;
  };

  return {
    fullFlags: () => [
      ...[...ofCompany.keys()].filter(isCompanyFull).map((id) => `company:${id}`),
      ...[...companyOf]
        .filter(([webhookId, companyId]) => isWebhookFull({ companyId, webhookId }))
        .map(([webhookId]) => `webhook:${webhookId}`),
    ],

    async during(receiver, work) {
      const { companyId, webhookId } = receiver;
      if (isCompanyFull(companyId) || isWebhookFull(receiver)) return false;
      count(receiver, 1);
      try {
        await work();
        const left = inTrouble.get(companyId);
        left?.delete(webhookId);
        if (left?.size === 0) inTrouble.delete(companyId);
      } catch (error) {
        inTrouble.set(companyId, (inTrouble.get(companyId) ?? new Set()).add(webhookId));
        throw error;
      } finally {
        count(receiver, -1);
      }
      return true;
    },
  };
}

function add(counts: Map<string, number>, id: string, change: 1 | -1): void {
  const left = (counts.get(id) ?? 0) + change;
  if (left > 0) counts.set(id, left);
  else counts.delete(id);
}
