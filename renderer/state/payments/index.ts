export type { OrderWatch, PayingWallets, Payments, Quote } from './contract.ts';
export { createPayments } from './payments.ts';
