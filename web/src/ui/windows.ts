/*
 * All that opens over a page, as one piece to fetch: a page is seen and read before anything opens over
 * it, and the focus trap and scroll lock underneath are a tenth of what a page needs in all.
 */
export { ConfirmWindow } from './confirm-window.tsx';
export { DialogWindow } from './dialog-window.tsx';
export { SheetWindow } from './sheet-window.tsx';
