/** Maximum number of concurrent jobs per company and instance. */
const most = 10;
/** Limit for a company whose server does not respond, so that it cannot block the others. */
const mostInTrouble = 2;

export interface CompanyLimits {
  /** Flags of the jobs that must wait; see webhooks_add_job. */
  fullFlags(): string[];
  /**
   * Rethrows errors of the work. Jobs that are claimed at the same moment do not know of each
   * other: those above the limit fail and are retried shortly, except on their last attempt.
   */
  during(companyId: string, isLastTime: boolean, work: () => Promise<void>): Promise<void>;
}

export function createCompanyLimits(): CompanyLimits {
  const busy = new Map<string, number>();
  const inTrouble = new Set<string>();

  const full = (companyId: string, count: number): boolean =>
    count >= (inTrouble.has(companyId) ? mostInTrouble : most);

  return {
    fullFlags: () =>
      [...busy]
        .filter(([companyId, count]) => full(companyId, count))
        .map(([companyId]) => `company:${companyId}`),

    async during(companyId, isLastTime, work) {
      const count = busy.get(companyId) ?? 0;
      if (full(companyId, count) && !isLastTime) {
        throw new Error('Enough jobs of this company are under way');
      }
      busy.set(companyId, count + 1);
      try {
        await work();
        inTrouble.delete(companyId);
      } catch (error) {
        inTrouble.add(companyId);
        throw error;
      } finally {
        const left = (busy.get(companyId) ?? 1) - 1;
        if (left > 0) busy.set(companyId, left);
        else busy.delete(companyId);
      }
    },
  };
}
