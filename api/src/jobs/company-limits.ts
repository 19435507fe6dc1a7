/** A company takes another worker only while it uses fewer than this many times the free ones. */
const weight = 3;
/** Limit for a company whose server does not respond, so that it cannot block the others. */
const mostInTrouble = 2;

/**
 * Shares the workers of an instance among the companies, like the slots of the payments: alone a company
 * uses three quarters of them, among others an equal part, and some stay free for whoever comes next.
 */
export interface CompanyLimits {
  /** Flags of the jobs that must wait; see webhooks_add_job. */
  fullFlags(): string[];
  /**
   * False, without doing the work, if it is beyond the company's share: jobs that are claimed at the same
   * moment do not know of each other. Rethrows errors of the work.
   */
  during(companyId: string, work: () => Promise<void>): Promise<boolean>;
}

export function createCompanyLimits(workers: number): CompanyLimits {
  const busy = new Map<string, number>();
  const inTrouble = new Set<string>();
  let busyInAll = 0;

  const count = (companyId: string, change: 1 | -1): void => {
    const left = (busy.get(companyId) ?? 0) + change;
    if (left > 0) busy.set(companyId, left);
    else busy.delete(companyId);
    busyInAll += change;
  };
  const isFull = (companyId: string): boolean => {
    const share = weight * (workers - busyInAll);
    const most = inTrouble.has(companyId) ? Math.min(share, mostInTrouble) : share;
    return (busy.get(companyId) ?? 0) >= most;
  };

  return {
    fullFlags: () => [...busy.keys()].filter(isFull).map((companyId) => `company:${companyId}`),

    async during(companyId, work) {
      if (isFull(companyId)) return false;
      count(companyId, 1);
      try {
        await work();
        inTrouble.delete(companyId);
      } catch (error) {
        inTrouble.add(companyId);
        throw error;
      } finally {
        count(companyId, -1);
      }
      return true;
    },
  };
}
