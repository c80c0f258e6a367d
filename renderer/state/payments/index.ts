export type { OrderWatch, PaymentDeps, Payments, Quote } from './contract.ts';
export { createPayments } from './payments.ts';
