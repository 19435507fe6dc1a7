/** How many jobs of one company an instance does at a time. */
const most = 10;
/** While its server does not take them: it must not keep all the others waiting. */
const mostInTrouble = 2;

export interface CompanyLimits {
  /** Marks of the jobs that must wait; see webhooks_add_job. */
  fullFlags(): string[];
  /**
   * Throws what the work throws. Jobs that are taken up at the same moment know nothing of each other:
   * those above the limit are thrown back, to be tried a little later, unless it is their last time.
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
