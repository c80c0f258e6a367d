export { PaymentScreen } from './payment-screen.tsx';
export { TransactionLink } from './transaction-link.tsx';
