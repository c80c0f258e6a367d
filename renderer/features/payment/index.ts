export { PaymentScreen } from './payment-screen.tsx';
export { Summary } from './summary.tsx';
export { TransactionLink } from './transaction-link.tsx';
