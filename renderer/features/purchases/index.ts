export { Purchases, RestoreNotice } from './purchases.tsx';
export { SaveReceipt } from './purchase.tsx';
