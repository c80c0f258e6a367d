export type { OrderWatch, PayingWallets, Payments, Quote } from './contract.ts';
export type { FoundTransfer } from './look.ts';
export { createPayments } from './payments.ts';
export type { Restored, RestoreProgress } from './restore.ts';
