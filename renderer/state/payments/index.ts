export { createPayments } from './payments.ts';
export type { OrderWatch, PaymentDeps, Payments, Quote } from './payments.ts';
