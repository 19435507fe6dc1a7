export const approvalTabs = ['payouts', 'payments'] as const;
export type ApprovalTab = (typeof approvalTabs)[number];
