export { Purchases } from './purchases.tsx';
export { RestoreNotice } from './restore-notice.tsx';
export { SaveReceipt } from './purchase.tsx';
