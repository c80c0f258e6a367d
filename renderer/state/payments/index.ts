export type { OrderWatch, Payments, Quote } from './contract.ts';
export { createPayments } from './payments.ts';
